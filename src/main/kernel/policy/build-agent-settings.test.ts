import { describe, expect, it } from 'vitest'
import { buildAgentSettings, computeAgentSize, readAgentSize } from './build-agent-settings.ts'

describe('settings of agents', () => {
  it('condense each agent at the same size', () => {
    expect(buildAgentSettings(120_000, 200_000)).toEqual({
      // 153,000 less 20,000 of output and 13,000.
      'claude-code': { autoCompactWindow: 153_000 },
      codex: { model_auto_compact_token_limit: 120_000 },
      'gemini-cli': { 'model.compressionThreshold': 0.114 },
      opencode: { 'compaction.reserved': 80_000 },
      'opencode-2': { 'compaction.buffer': 80_000 },
      'qwen-code': { 'context.autoCompactThreshold': 0.6 },
      'roo-code': { autoCondenseContextPercent: 60 },
      pi: { 'compaction.reserveTokens': 80_000 },
      goose: { GOOSE_AUTO_COMPACT_THRESHOLD: 0.6 },
    })
  })

  it.each([
    ['below the least window that Claude Code takes', 50_000, 200_000, 25],
    ['above what the window leaves', 180_000, 200_000, 90],
  ])('name the percentage of Claude Code %s', (_where, threshold, window, percent) => {
    expect(buildAgentSettings(threshold, window)['claude-code']).toEqual({
      CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: percent,
    })
  })

  it.each([
    ['claude-code', 190_000, 167_000, 200_000],
    ['claude-code', 120_000, 120_000, 200_000],
    ['qwen-code', 190_000, 167_000, 200_000],
    ['codex', 190_000, 180_000, 200_000],
    ['gemini-cli', 190_000, 190_000, 1_048_576],
    ['roo-code', 4000, 10_000, 200_000],
    ['opencode', 190_000, 190_000, 200_000],
  ])('make %s condense at %i as at %i', (agent, asked, tokens, windowTokens) => {
    expect(computeAgentSize(agent, { tokens: asked, windowTokens: 200_000 })).toEqual({
      tokens,
      windowTokens,
    })
  })

  it('stay within what an agent takes', () => {
    const { codex, 'roo-code': roo } = buildAgentSettings(1_000_000, 1_000_000)
    expect(codex).toEqual({ model_auto_compact_token_limit: 900_000 })
    expect(buildAgentSettings(10_000, 1_000_000)['roo-code']).toEqual({ autoCondenseContextPercent: 5 })
    expect(roo).toEqual({ autoCondenseContextPercent: 100 })
  })
})

describe('the size that an agent is set to', () => {
  const agents = Object.entries(buildAgentSettings(120_000, 200_000))

  it.each(agents)('is read back from the settings of %s', (agent, settings) => {
    const size = readAgentSize(agent, 200_000, (key) => settings[key] ?? null)
    expect(Math.abs((size ?? 0) - 120_000)).toBeLessThan(600)
  })

  it.each(agents)('is not known of %s without settings', (agent) => {
    expect(readAgentSize(agent, 200_000, () => null)).toBeNull()
  })

  it('is the smaller one of two, and never above what the agent takes', () => {
    const read = (settings: Readonly<Record<string, number>>) => (key: string) => settings[key] ?? null
    const both = { autoCompactWindow: 153_000, CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: 40 }
    expect(readAgentSize('claude-code', 200_000, read(both))).toBe(80_000)
    expect(readAgentSize('claude-code', 200_000, read({ autoCompactWindow: 900_000 }))).toBe(167_000)
  })
})
