import { describe, expect, it } from 'vitest'
import { composedPresets } from '../../methods/agents/presets.ts'
import { composedSettingsSchema } from '../../methods/agents/settings.ts'
import { isOwnTriggerMet, ownTriggerSchema, computeTriggerTokens, type WindowLimits } from './own-trigger.ts'

const triggerFor = (id: string) =>
  composedSettingsSchema.parse(composedPresets.find((preset) => preset.id === id)!.settings).trigger
const limits = (window: number, more: Partial<WindowLimits> = {}): WindowLimits => ({
  window,
  maxOutput: null,
  inputLimit: null,
  ...more,
})

/** Tokens at windows of 128,000, 200,000, 272,000 and 1,000,000. */
const table: [string, number, number, number, number][] = [
  ['claude-code', 95_000, 167_000, 239_000, 967_000],
  ['codex-local', 115_200, 180_000, 244_800, 900_000],
  ['codex-remote-like', 115_200, 180_000, 244_800, 900_000],
  ['opencode', 96_000, 168_000, 240_000, 968_000],
  ['claude-code-idle', 95_000, 167_000, 239_000, 967_000],
  ['opencode-2', 96_000, 168_000, 240_000, 968_000],
  ['dsh', 102_400, 160_000, 217_600, 800_000],
  // Three quarters of a window under 512,000 tokens, half of a larger one, 256,000 at most.
  ['hermes', 96_000, 150_000, 204_000, 256_000],
  ['omp-soft', 108_800, 170_000, 231_200, 850_000],
  ['gemini-cli', 64_000, 100_000, 136_000, 500_000],
  ['qwen-code', 95_000, 167_000, 231_200, 850_000],
  ['cline-basic', 103_680, 162_000, 220_320, 810_000],
  ['cline-agentic', 103_680, 162_000, 220_320, 810_000],
  ['cline-classic', 98_000, 160_000, 232_000, 960_000],
  ['pi', 111_616, 183_616, 255_616, 983_616],
  ['goose', 102_400, 160_000, 217_600, 800_000],
  ['crush', 102_400, 160_000, 252_000, 980_000],
  ['aider', 8000, 8192, 8192, 8192],
  ['inspect-edit', 115_200, 180_000, 244_800, 900_000],
  ['inspect-trim', 115_200, 180_000, 244_800, 900_000],
  ['copilot-threshold-only', 102_400, 160_000, 217_600, 800_000],
  // W − 8,192 − min(max(8,192, a fifth of what is left), 15,000), as the output limit is not known.
  ['continue', 104_808, 176_808, 248_808, 976_808],
  ['clear-tool-uses', 100_000, 100_000, 100_000, 100_000],
]

describe('the own trigger of', () => {
  it.each(table)('%s lies at the documented tokens', (id, ...expected) => {
    const trigger = triggerFor(id)
    const found = [128_000, 200_000, 272_000, 1_000_000].map((window) =>
      computeTriggerTokens(trigger, limits(window)),
    )
    expect(found).toEqual(expected)
  })

  it.each([
    ['claude-code', limits(200_000, { maxOutput: 8000 }), 179_000],
    ['claude-code', limits(200_000, { maxOutput: 64_000 }), 167_000],
    ['opencode', limits(200_000, { maxOutput: 64_000 }), 168_000],
    ['opencode', limits(200_000, { maxOutput: 8192 }), 191_808],
    ['opencode', limits(400_000, { maxOutput: 128_000, inputLimit: 272_000 }), 252_000],
    // The larger of the buffer and the output limit is kept free; an input limit has the buffer alone.
    ['opencode-2', limits(200_000, { maxOutput: 8192 }), 180_000],
    ['opencode-2', limits(400_000, { maxOutput: 128_000, inputLimit: 272_000 }), 252_000],
    ['hermes', limits(300_000), 225_000],
    ['hermes', limits(400_000), 256_000],
    ['hermes', limits(512_000), 256_000],
    ['gemini-cli', limits(1_048_576), 524_288],
    ['qwen-code', limits(131_072), 98_072],
    ['cline-agentic', limits(200_000, { inputLimit: 200_000 }), 180_000],
    ['cline-agentic', limits(200_000, { inputLimit: 900_000 }), 180_000],
    // A recorded window: 43,199 tokens are below, 43,200 are not.
    ['cline-basic', limits(48_000, { inputLimit: 48_000 }), 43_200],
    ['cline-classic', limits(64_000), 37_000],
    ['cline-classic', limits(100_000), 80_000],
    ['crush', limits(200_001), 180_001],
    ['aider', limits(8000), 1024],
    ['aider', limits(32_000), 2000],
    // 200,000 − 32,000 − min(max(32,000, 33,600), 15,000).
    ['continue', limits(200_000, { maxOutput: 32_000 }), 153_000],
    // 32,000 − 4,096 − min(max(4,096, 5,580.8), 15,000), rounded down.
    ['continue', limits(32_000, { maxOutput: 4096 }), 22_323],
    // 32,000 − 8,000 − 8,000.
    ['continue', limits(32_000, { maxOutput: 8000 }), 16_000],
  ])('%s with %j lies at %i tokens', (id, window, expected) => {
    expect(computeTriggerTokens(triggerFor(id), window)).toBe(expected)
  })

  it.each([
    'openhands',
    'swe-agent-last-5',
    'opencode-prune',
    'gemini-masking',
    'clear-thinking',
    'qwen-microcompact',
  ])('%s does not go by size', (id) =>
    expect(computeTriggerTokens(triggerFor(id), limits(200_000))).toBeNull(),
  )

  it('is said for every preset: by size, or by another condition', () => {
    const silent = composedPresets.filter(({ id }) => {
      const { everyRequest, everyTurn, toolUses, events, pauseMinutes, resultChars, terms } = triggerFor(id)
      return (
        !everyRequest && !everyTurn && toolUses + events + pauseMinutes + resultChars + terms.length === 0
      )
    })
    expect(silent).toEqual([])
  })
})

describe('a trigger', () => {
  const measures = {
    tokens: () => 0,
    toolUses: () => 0,
    events: () => 0,
    pauseMs: () => null,
    resultChars: () => 0,
    isTurnStart: () => false,
  }
  const fires = (id: string, measured: Partial<Parameters<typeof isOwnTriggerMet>[2]>, window = 200_000) =>
    isOwnTriggerMet(triggerFor(id), limits(window), { ...measures, ...measured })

  it.each([
    ['claude-code', 166_999, false],
    ['claude-code', 167_000, true],
    ['opencode', 167_999, false],
    ['opencode', 168_000, true],
    ['gemini-cli', 99_999, false],
    ['gemini-cli', 100_000, true],
    ['pi', 183_616, false],
    ['pi', 183_617, true],
    ['goose', 160_000, false],
    ['goose', 160_001, true],
    ['clear-tool-uses', 100_000, false],
    ['clear-tool-uses', 100_001, true],
  ])('%s with %i tokens: %s', (id, tokens, expected) => {
    expect(fires(id, { tokens: () => tokens })).toBe(expected)
  })

  it('of OpenCode’s pruning fires where a turn has ended', () => {
    const fired = [false, true].map((isStart) => fires('opencode-prune', { isTurnStart: () => isStart }))
    expect(fired).toEqual([false, true])
  })

  it('of OpenHands fires above 80 events', () => {
    expect([80, 81].map((events) => fires('openhands', { events: () => events }))).toEqual([false, true])
  })

  it('of Qwen’s clearing fires after an hour or above 500,000 characters', () => {
    const pauses = [3_599_999, 3_600_000].map((pause) => fires('qwen-microcompact', { pauseMs: () => pause }))
    const sizes = [500_000, 500_001].map((chars) => fires('qwen-microcompact', { resultChars: () => chars }))
    expect([...pauses, ...sizes]).toEqual([false, true, false, true])
  })

  it('can go by tool uses, as the vendor’s can', () => {
    const trigger = ownTriggerSchema.parse({ toolUses: 10 })
    const at = (toolUses: number) =>
      isOwnTriggerMet(trigger, limits(200_000), { ...measures, toolUses: () => toolUses })
    expect([at(10), at(11)]).toEqual([false, true])
  })

  it('never fires before anything was counted', () => {
    expect(isOwnTriggerMet(ownTriggerSchema.parse({ terms: [{ share: 0 }] }), limits(1000), measures)).toBe(
      false,
    )
  })
})
