import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import { answer, prompt, text, tool } from '../../kernel/testing/sized-history.ts'
import { createEstimator } from '../../kernel/tokens/estimator.ts'
import { composedMethod } from './composed.ts'
import { planKept } from './plan-kept.ts'
import { composedSettingsSchema } from './settings.ts'

type Input = z.input<typeof composedSettingsSchema>

const planFor = (messages: readonly Message[], settings: Input) => {
  const conversation = conversationFor(messages)
  const parsed = composedSettingsSchema.parse({ estimator: 'chars-4', ...settings })
  return planKept(conversation, parsed, createEstimator(parsed.estimator, conversation))
}
const findPresetSettings = (id: string) => composedMethod.presets.find((preset) => preset.id === id)!.settings
const runPreset = async (
  id: string,
  messages: readonly Message[],
  model = scriptedModel(answering('Short.')),
) => {
  const outcome = await runOn(composedMethod, findPresetSettings(id), conversationFor(messages), null, model)
  return { ...outcome, messages: outcome.condensed?.conversation.messages ?? messages, model }
}
const describeSources = ({ condensed }: Awaited<ReturnType<typeof runPreset>>) =>
  condensed?.provenance.messages.map(({ sources }) =>
    sources.length === 1 ? sources[0] : sources.length === 0 ? '+' : 'S',
  )

/** Five turns: a prompt, a tool and an answer, of 10, 1,000 and 100 tokens. */
const turns = (): Message[] =>
  Array.from({ length: 5 }, () => [prompt(10), ...tool(1000), answer(100)]).flat()

describe('the keep rule', () => {
  it.each<[string, Input, number]>([
    ['nothing', { keep: { rule: 'nothing' } }, 20],
    ['all', { keep: { rule: 'all' } }, 0],
    ['two turns', { keep: { rule: 'turns', count: 2 } }, 12],
    ['more turns than there are', { keep: { rule: 'turns', count: 9 } }, 0],
    ['1,200 tokens from a prompt on', { keep: { rule: 'tokens', tokens: 1200 }, cut: { at: 'prompt' } }, 16],
    ['1,105 tokens from an answer on', { keep: { rule: 'tokens', tokens: 1105 } }, 17],
    [
      '1,105 tokens from a prompt on: none fits',
      { keep: { rule: 'tokens', tokens: 1105 }, cut: { at: 'prompt' } },
      20,
    ],
    [
      'the same, with the last cut',
      { keep: { rule: 'tokens', tokens: 1105 }, cut: { at: 'prompt', otherwise: 'last' } },
      16,
    ],
    [
      'until 1,100 tokens are reached',
      { keep: { rule: 'tokens', tokens: 1100 }, cut: { fits: 'reaching' } },
      19,
    ],
    [
      'until 1,500 tokens are reached',
      { keep: { rule: 'tokens', tokens: 1500 }, cut: { fits: 'reaching' } },
      15,
    ],
    ['half of the messages', { keep: { rule: 'messages', share: 0.5 }, cut: { at: 'message' } }, 11],
    ['seven messages', { keep: { rule: 'messages', count: 7 }, cut: { at: 'message' } }, 13],
  ])('%s keeps the messages from the right one on', (_name, settings, tail) => {
    expect(planFor(turns(), settings).tail).toBe(tail)
  })

  it('clamps a share of the usable window', () => {
    const keep = { rule: 'tokens', share: 0.25, atLeast: 2000, atMost: 15_000 } as const
    const trigger = { terms: [{ output: 1, outputUpTo: 32_000 }] }
    const long = Array.from({ length: 40 }, () => [prompt(500), answer(500)]).flat()
    const measureKeptTokens = (window: number, maxOutput = 0): number => {
      const { kept } = planFor(long, { keep, trigger, window, maxOutput })
      return kept.length * 500
    }
    // A quarter of 168,000 is 42,000, of 32,000 it is 8,000, and of 4,000 it is 1,000.
    expect([measureKeptTokens(200_000), measureKeptTokens(64_000), measureKeptTokens(36_000)]).toEqual([
      15_000, 8000, 2000,
    ])
  })

  it('keeps the newest user messages within their tokens, and of one more the beginning and the end', () => {
    const messages = [prompt(900), answer(5), prompt(300), answer(5), prompt(200), answer(5)]
    const plan = planFor(messages, { keep: { rule: 'user-messages', tokens: 600 } })
    expect(plan.kept).toEqual([0, 2, 4])
    expect(plan.cutPrompt).toEqual({ index: 0, tokens: 100 })
    expect(planFor(messages, { keep: { rule: 'user-messages', tokens: 500 } })).toMatchObject({
      kept: [2, 4],
      cutPrompt: null,
    })
  })

  it('never counts results, summaries or what the agent wrote as messages of the user', () => {
    const messages: Message[] = [
      { ...prompt(5), isBoilerplate: true },
      prompt(5),
      ...tool(5),
      { ...prompt(5), isSummary: true },
      prompt(5),
      answer(5),
    ]
    const rule = { rule: 'user-messages', surroundings: false } as const
    expect(planFor(messages, { keep: rule }).kept).toEqual([1, 5])
    expect(planFor(messages, { keep: { ...rule, surroundings: true } }).kept).toEqual([0, 1, 5])
  })

  it('never cuts between a call and its result, and leaves a call that waits for one', () => {
    const messages = [prompt(5), ...tool(5), ...tool(5)]
    for (let count = 1; count < 5; count += 1)
      expect([3, 1, 5]).toContain(
        planFor(messages, { keep: { rule: 'messages', count }, cut: { at: 'message' } }).tail,
      )
    expect(planFor(messages.slice(0, -1), { keep: { rule: 'nothing' } }).tail).toBe(3)
  })

  it('knows the turn that a cut divides', () => {
    const settings = { keep: { rule: 'tokens', tokens: 1105 }, cut: { at: 'split-turn' } } as const
    expect(planFor(turns(), settings)).toMatchObject({ tail: 17, splitTurn: 16 })
  })
})

describe('the layout', () => {
  it.each<[string, (string | number)[]]>([
    ['claude-code', ['S']],
    ['codex-local', [0, 4, 8, 12, 16, 'S']],
    ['gemini-cli', ['S', '+', 16, 17, 18, 19]],
    ['opencode', ['+', 'S', 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, '+']],
    ['goose', ['S', 16, '+']],
    ['inspect-trim', [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
    ['cline-classic', [0, 1, 2, 'S', 11, 12, 13, 14, 15, 16, 17, 18, 19]],
  ])('of %s puts its messages in this order', async (id, expected) => {
    const factor = id === 'opencode' ? 4.5 : 1
    const messages = Array.from({ length: 5 }, () => [prompt(10), ...tool(1000 * factor), answer(100)]).flat()
    const made = await runPreset(id, messages)
    expect(made.summary.error).toBeNull()
    expect(describeSources(made)).toEqual(expected)
  })

  it('of Codex ends with the summary below its lead-in, and one prompt is cut in its middle', async () => {
    const messages = [prompt(30_000), ...tool(3000), prompt(100), answer(10)]
    const made = await runPreset('codex-local', messages)
    expect(made.messages.at(-1)?.content).toMatch(/^Another model .*\n\nShort\.$/)
    // 19,900 tokens are left for the first, and the mark.
    expect(JSON.stringify(made.messages[0]).length / 4).toBeCloseTo(19_900, -2)
    expect(made.condensed?.provenance.messages[0]?.changes).toMatchObject([{ operation: 'shortened' }])
  })
})

describe('the summary', () => {
  it('before is given to be brought up to date, and is no message any more', async () => {
    const before: Message = { role: 'user', content: 'Old summary.', isSummary: true }
    const messages = [before, prompt(10), ...tool(9000), ...tool(9000), ...tool(9000)]
    const { model } = await runPreset('pi', messages)
    const [first] = model.asked
    expect(JSON.stringify(first?.messages.at(-1))).toContain('Old summary.')
    expect(JSON.stringify(first?.messages.slice(0, -1))).not.toContain('Old summary.')
  })

  it('of pi has a second one for the turn that is divided', async () => {
    const messages = [prompt(10), answer(10), prompt(10), ...tool(9000), ...tool(9000), ...tool(9000)]
    const made = await runPreset('pi', messages)
    expect(made.model.asked).toHaveLength(2)
    expect(made.messages[0]?.content).toContain('## Beginning of the current turn')
  })

  it('of Gemini is checked by a second call', async () => {
    const made = await runPreset('gemini-cli', turns())
    expect(made.model.asked).toHaveLength(2)
    expect(JSON.stringify(made.model.asked[1]?.messages.at(-1))).toContain('Short.')
  })

  it('of Gemini is none where one prompt began it all', async () => {
    const made = await runPreset('gemini-cli', [prompt(10), ...tool(90_000), ...tool(9000)])
    expect([made.summary.status, made.model.asked.length]).toEqual(['unchanged', 0])
  })

  it('is shown results of 2,000 characters at most where the agent cuts them', async () => {
    const { model } = await runPreset('cline-agentic', [prompt(10), ...tool(60_000), ...tool(15_000)])
    expect(JSON.stringify(model.asked[0]?.messages).length).toBeLessThan(3500)
  })

  it('by Cline without a model lists files and commands and asks nobody', async () => {
    const read = tool(200_000, {}, 'read_file')
    read[0] = JSON.parse(JSON.stringify(read[0]).replace('"input":{}', '"input":{"path":"src/a.ts"}'))
    const made = await runPreset('cline-basic', [prompt(10), ...read, prompt(10), ...tool(1000)])
    expect(made.model.asked).toEqual([])
    expect(JSON.stringify(made.messages)).toContain('src/a.ts')
    expect(made.messages[0]).toMatchObject({ role: 'user' })
  })

  it('loses the private analysis that stood before it', async () => {
    const model = scriptedModel(answering('<analysis>Hm.</analysis>\nWhat matters.'))
    const made = await runPreset('claude-code', turns(), model)
    expect(made.messages[0]?.content).toMatch(/What matters\.$/)
    expect(made.messages[0]?.content).not.toContain('Hm.')
  })
})

describe('what is put back', () => {
  const buildRead = (path: string, tokens: number): Message[] => {
    const [ask, result] = tool(tokens, {}, 'read_file')
    return [JSON.parse(JSON.stringify(ask).replace('"input":{}', `"input":{"path":"${path}"}`)), result!]
  }

  it('are the five files that were used last, each below 5,000 tokens or as its path', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) =>
      buildRead(`src/${name}.ts`, name === 'f' ? 6000 : 40),
    )
    const { messages } = await runPreset('claude-code', [
      prompt(10),
      ...files,
      ...buildRead('src/b.ts', 50),
      answer(4000),
    ])
    const restored = messages[1]!.content as readonly { readonly text: string }[]
    expect(restored.map((block) => block.text.split('\n')[0])).toEqual([
      'File src/b.ts:',
      'File src/f.ts was used lately; read it again where it is needed.',
      'File src/e.ts:',
      'File src/d.ts:',
      'File src/c.ts:',
    ])
    expect(restored[0]?.text).toContain(text(50))
  })
})
