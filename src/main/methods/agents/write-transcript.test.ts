import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import { composedMethod } from './composed.ts'
import { writeTranscript } from './write-transcript.ts'

let calls = 0
const says = (content: string): Message => ({ role: 'assistant', content })
const asks = (content: string): Message => ({ role: 'user', content })
const uses = (name: string, input: Record<string, unknown>, result: string, isError = false): Message[] => {
  calls += 1
  const id = `call-${calls}`
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: id, content: result, ...(isError ? { is_error: true } : {}) },
      ],
    },
  ]
}

const history = (): Message[] => [
  asks('Fix the fee of the night ferry. Never touch src/legacy.'),
  ...uses('Read', { file_path: 'src/fee.ts' }, 'export const fee = 12'),
  says('The root cause is the rounding in src/fee.ts.'),
  ...uses('Bash', { command: 'npm test' }, 'building\nError: expected 12.40, got 12\nexit code 1', true),
  ...uses('Edit', { file_path: 'src/fee.ts', old_string: '12', new_string: '12.4' }, 'done'),
  ...uses('Bash', { command: 'npm test' }, 'building\nTests: 14 passed'),
  ...uses('TodoWrite', { todos: [{ content: 'Write the change note', status: 'pending' }] }, 'ok'),
]
const limits = { maxTokens: 6000, textChars: 600, lineChars: 120 }
const write = (messages: readonly Message[], own = limits): string =>
  writeTranscript(
    conversationFor(messages),
    messages.map((_, index) => index),
    own,
  )

describe('a transcript without a model', () => {
  it('lists rules, open work and files, and says in order what was said, done and came of it', () => {
    expect(write(history()).split('\n')).toEqual([
      '## Rules of the user',
      '- Never touch src/legacy.',
      '',
      '## Open',
      '- Write the change note',
      '',
      '## Files changed',
      '- src/fee.ts',
      '',
      '## What happened',
      '[user] Fix the fee of the night ferry. Never touch src/legacy.',
      '* read src/fee.ts',
      '[assistant] The root cause is the rounding in src/fee.ts.',
      '* run npm test failed: Error: expected 12.40, got 12',
      '* edit src/fee.ts',
      '* run npm test: Tests: 14 passed',
      expect.stringMatching(/^\* TodoWrite/),
    ])
  })

  it('goes on with the transcript of before, which is not nested in it', () => {
    const first: Message = { ...asks(write(history())), isSummary: true }
    const second = write([first, asks('Now the bus.'), ...uses('Read', { file_path: 'src/bus.ts' }, 'x')])
    expect(second.match(/## What happened/g)).toHaveLength(1)
    expect(second).toContain('- Never touch src/legacy.')
    expect(second).toContain('- Write the change note')
    expect(second).toContain('## Files read\n- src/bus.ts')
    expect(second.indexOf('[user] Fix the fee')).toBeLessThan(second.indexOf('[user] Now the bus.'))
    // A third gives what a transcript of everything at once would.
    const third = write([{ ...asks(second), isSummary: true }, says('Read.')])
    expect(third).toBe(`${second}\n[assistant] Read.`)
  })

  it('takes a summary by somebody else over as it is', () => {
    const before: Message = { ...asks('They fixed\nthe fee.'), isSummary: true }
    expect(write([before, asks('Go on.')])).toBe(
      '## What happened\n[summary] They fixed\nthe fee.\n[user] Go on.',
    )
  })

  it('leaves the oldest entries out where there is no room, and counts them through all condensations', () => {
    const many = Array.from({ length: 60 }, (_, at) => [asks(`Question ${at}`), says(`Answer ${at}`)]).flat()
    const first = write(many, { ...limits, maxTokens: 100 })
    const missing = Number(/\((\d+) earlier entries left out\)/.exec(first)?.[1])
    const kept = first.match(/^\[(?:user|assistant)\]/gm)?.length ?? 0
    expect(missing).toBeGreaterThan(0)
    expect(missing + kept).toBe(120)
    expect(first).toContain('Answer 59')
    expect(conversationFor([asks(first)]).totalTokens).toBeLessThanOrEqual(125)
    const second = write([{ ...asks(first), isSummary: true }, asks('More?')], { ...limits, maxTokens: 100 })
    const again = Number(/\((\d+) earlier entries left out\)/.exec(second)?.[1])
    expect(again + (second.match(/^\[(?:user|assistant)\]/gm)?.length ?? 0)).toBe(121)
  })

  it('folds what was called again and again, and cuts what is long', () => {
    const text = write(
      [asks('x'.repeat(900)), ...[1, 2, 3].flatMap(() => uses('Read', { file_path: 'a.ts' }, 'x'))],
      { ...limits, textChars: 100 },
    )
    expect(text).toContain('* read a.ts ×3')
    expect(text).toContain('characters left out')
    expect(text).not.toContain('x'.repeat(120))
  })
})

describe('the model-free method', () => {
  const settings = composedMethod.presets.find(({ id }) => id === 'model-free')!.settings
  const long = (): Message[] =>
    Array.from({ length: 30 }, (_, at) => [
      ...history(),
      asks(`Step ${at}: ${'more words to read '.repeat(300)}`),
      says(`Did step ${at}.`),
    ]).flat()

  it('asks no model, gives the same text again, and says which messages it stands for', async () => {
    const model = scriptedModel(answering('Never asked.'))
    const messages = long()
    const run = async () => runOn(composedMethod, settings, conversationFor(messages), null, model)
    const [first, second] = [await run(), await run()]
    expect(model.asked).toEqual([])
    const made = first.condensed!
    expect(second.condensed!.conversation.messages).toEqual(made.conversation.messages)
    const at = made.conversation.messages.findIndex(({ isSummary }) => isSummary === true)
    const { sources, changes } = made.provenance.messages[at]!
    expect(sources.length).toBeGreaterThan(10)
    expect(changes).toMatchObject([{ operation: 'summarised', reason: expect.stringContaining('by rules') }])
    expect(first.summary.stats.costUsd).toBe(0)
  })

  it('keeps to a target', async () => {
    const { summary } = await runOn(composedMethod, settings, conversationFor(long()), 9000)
    expect(summary.stats.finalTokens).toBeLessThanOrEqual(9000)
  })
})
