import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answer, prompt, text, tool } from '../../kernel/testing/sized-history.ts'
import { composedMethod } from './composed.ts'
import { composedSettingsSchema } from './settings.ts'

const runPreset = async (id: string, messages: readonly Message[]) => {
  const { settings } = composedMethod.presets.find((preset) => preset.id === id)!
  const outcome = await runOn(composedMethod, settings, conversationFor(messages))
  return { ...outcome, messages: outcome.condensed?.conversation.messages ?? messages }
}

describe('outputs', () => {
  const cleared = async (id: string, messages: readonly Message[]): Promise<number[]> => {
    const made = await runPreset(id, messages)
    return messages.flatMap((message, at) => (made.messages[at] === message ? [] : [at]))
  }
  const rounds = (...tokens: number[]): Message[] => tokens.flatMap((own) => tool(own))
  const ending = [prompt(5), answer(5), prompt(5), answer(5)]

  it.each([
    ['40,000 are protected, and 20,001 beyond go', [20_001, 40_000], [2]],
    ['20,000 beyond are too few', [20_000, 40_000], []],
    ['the output that passes the limit goes', [1, 41_000], [2, 4]],
    ['older small ones go with it', [1, 1, 21_000, 30_000, 10_000], [2, 4, 6]],
  ])('of OpenCode: %s', async (_name, tokens, expected) => {
    expect(await cleared('opencode-prune', [prompt(5), ...rounds(...tokens), ...ending])).toEqual(expected)
  })

  it('of OpenCode: those of the last two turns, of failed calls and of skills stay', async () => {
    const old = [...tool(30_000, { is_error: true }), ...tool(30_000, {}, 'skill')]
    expect(await cleared('opencode-prune', [prompt(5), ...old, ...rounds(40_000), ...ending])).toEqual([])
    expect(
      await cleared('opencode-prune', [prompt(5), ...rounds(90_000, 90_000), prompt(5), answer(5)]),
    ).toEqual([])
  })

  it.each([
    ['50,000 are protected, and 30,000 beyond keep a preview', [30_000, 50_000, 10], [2]],
    ['29,999 beyond are too few', [29_999, 50_000, 10], []],
    ['the newest round is left alone', [30_000, 90_000], []],
  ])('of Gemini: %s', async (_name, tokens, expected) => {
    expect(await cleared('gemini-masking', [prompt(5), ...rounds(...tokens)])).toEqual(expected)
  })

  it('of the vendor: all but the newest three go, and inputs where they are named', async () => {
    const messages = [prompt(5), ...rounds(50, 50, 50, 50, 50)]
    expect(await cleared('clear-tool-uses', messages)).toEqual([2, 4])
    const settings = composedSettingsSchema.parse({
      outputs: {
        mode: 'clear',
        protectResults: 3,
        exceptTools: ['memory'],
        clearInputsOf: ['bash'],
        minimumGain: 60,
      },
    })
    const named = [prompt(5), ...tool(90, {}, 'memory'), ...rounds(90, 50, 50, 50)]
    const withInput = named.map((message): Message =>
      JSON.parse(JSON.stringify(message).replace('"input":{}', `"input":{"command":"${'x'.repeat(90)}"}`)),
    )
    const { condensed } = await runOn(composedMethod, settings, conversationFor(withInput))
    const changed = condensed!.conversation.messages.flatMap((message, at) =>
      message === withInput[at] ? [] : [at],
    )
    expect(changed).toEqual([3, 4])
    const few = { ...settings, outputs: { ...settings.outputs, minimumGain: 91 } }
    expect((await runOn(composedMethod, few, conversationFor(withInput))).summary.status).toBe('unchanged')
  })

  it('of SWE-agent: the line says how many lines are gone, and a second run finds nothing to do', async () => {
    const messages = [prompt(5), ...rounds(500, 5, 5, 5, 5, 5)]
    const first = await runPreset('swe-agent-last-5', messages)
    expect(JSON.stringify(first.messages[2])).toContain('[1 lines of old output left out]')
    expect((await runPreset('swe-agent-last-5', first.messages)).summary.status).toBe('unchanged')
  })

  it.each([
    ['with words and names', '{chars} of {tool} at {path} gone'],
    ['with names at both ends', '{chars}, then {path}'],
    ['with words alone', 'gone'],
    ['that would take a regular expression longer than anybody lives', `${'{path}'.repeat(160)}gone`],
  ])('are cleared once, and no second time, by a placeholder %s', async (_name, placeholder) => {
    const settings = composedSettingsSchema.parse({
      outputs: { mode: 'clear', protectResults: 1, placeholder },
    })
    const first = await runOn(composedMethod, settings, conversationFor([prompt(5), ...rounds(1000, 5)]))
    expect(first.summary.status).toBe('condensed')
    const cleared = first.condensed!.conversation.messages
    expect((await runOn(composedMethod, settings, conversationFor(cleared))).summary.status).toBe('unchanged')
  })

  it('cut to a head and a tail keep both, in their shares', async () => {
    const settings = { outputs: { mode: 'cut', maxChars: 100, headShare: 0.2 } }
    const messages = [prompt(5), ...tool(0)]
    messages[2] = JSON.parse(
      JSON.stringify(messages[2]).replace('"content":""', `"content":"${'h'.repeat(500)}${'t'.repeat(500)}"`),
    )
    const { condensed } = await runOn(composedMethod, settings, conversationFor(messages))
    const whole = JSON.stringify(condensed?.conversation.messages[2])
    expect([whole.match(/h{2,}/)?.[0].length, whole.match(/t{3,}/)?.[0].length]).toEqual([20, 80])
  })

  it('of Claude’s thinking: that of the last answer that has some stays', async () => {
    const thinking = (id: string): Message => ({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: text(50), signature: id },
        { type: 'text', text: id },
      ],
    })
    const messages = [prompt(5), thinking('a'), prompt(5), thinking('b'), prompt(5), answer(5)]
    const made = await runPreset('clear-thinking', messages)
    expect(made.messages.map((message) => JSON.stringify(message).includes('thinking'))).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ])
  })
})
