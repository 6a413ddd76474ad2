import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import { checkHistory } from '../../../kernel/history/invariants/check-history.ts'
import { validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { conversationFor, roughCounter, runOn } from '../../../kernel/testing/run-on.ts'
import { verbatimMethod } from './verbatim.ts'

let calls = 0
const asks = (content: string): Message => ({ role: 'user', content })
const says = (content: string): Message => ({ role: 'assistant', content })
const reads = (path: string, content: string, words = ''): Message[] => {
  calls += 1
  const id = `call-${calls}`
  const use = { type: 'tool_use', id, name: 'Read', input: { file_path: path } }
  return [
    { role: 'assistant', content: words === '' ? [use] : [{ type: 'text', text: words }, use] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ]
}
const paragraph = (word: string): string =>
  Array.from({ length: 6 }, (_, at) => `${word} ${at} of what nobody asked for`).join('\n')
const file = (...words: string[]): string => words.map(paragraph).join('\n\n')
const recent = (): Message[] => [
  asks('Go on.'),
  says('I will.'),
  asks('And?'),
  says('Soon.'),
  asks('Well?'),
  says('Yes.'),
]

const run = async (messages: readonly Message[], settings: object = {}, target: number | null = null) => {
  const outcome = await runOn(verbatimMethod, settings, conversationFor(messages), target)
  return { ...outcome, left: outcome.condensed?.conversation.messages ?? messages }
}
const readText = (messages: readonly Message[]): string => JSON.stringify(messages)

describe('verbatim deletion', () => {
  const task = (): Message[] => [
    asks('Why does the ferry skip 14:40?'),
    ...reads('src/a.ts', file('tram', 'ferry', 'bus', 'train'), 'I look at the timetable.'),
    ...reads('src/b.ts', file('plane', 'balloon', 'kite')),
    ...recent(),
  ]

  it('deletes paragraphs that nobody spoke of first, with a note of how much, and leaves the rest word for word', async () => {
    const { left, summary, condensed } = await run(task(), { leaves: 0.7 })
    const text = readText(left)
    expect(text).toContain('ferry 3 of what nobody asked for')
    expect(text).not.toContain('bus 3')
    expect(text).toContain('lines deleted)')
    expect(summary.stats.finalTokens).toBeLessThanOrEqual(summary.stats.originalTokens * 0.7)
    // Whatever stands there and is no note stood there before, in that order.
    const source = readText(task()).replaceAll(/call-\d+/g, '')
    const lines = text.replaceAll(/call-\d+/g, '').split('\\n')
    expect(lines.filter((line) => !line.includes('deleted)') && !source.includes(line))).toEqual([])
    const changes = condensed!.provenance.messages.flatMap((one) => one.changes)
    expect(changes.map(({ operation, reason }) => [operation, reason])).toEqual(
      changes.map(() => [
        'shortened',
        expect.stringMatching(/^\d+ of \d+ lines deleted, the others are as they were$/),
      ]),
    )
  })

  it('deletes silent rounds whole after that, with both the call and its result, and never what was said', async () => {
    const { left, condensed, summary } = await run(task(), { leaves: 0.1 })
    const kinds = left.flatMap((message) => listBlocks(message).map(({ type }) => type))
    // The round with words stays, the silent one is gone.
    expect(kinds.filter((kind) => kind === 'tool_use' || kind === 'tool_result')).toEqual([
      'tool_use',
      'tool_result',
    ])
    expect(condensed!.provenance.dropped.map(({ sourceIndex }) => sourceIndex)).toEqual([3, 4])
    expect(readText(left)).toContain('I look at the timetable.')
    expect(checkHistory(left)).toEqual([])
    expect(summary.passes[0]?.operations).toEqual({ shortened: 1, dropped: 2 })
    const hard = await run(task(), { leaves: 0.05, keepWords: false })
    expect(readText(hard.left)).not.toContain('I look at the timetable.')
    expect(readText(hard.left)).toContain('Why does the ferry skip 14:40?')
  })

  it('deletes lines alone, or rounds alone, where that is asked for', async () => {
    const lines = await run(task(), { leaves: 0.1, deleteRounds: false })
    expect(lines.left).toHaveLength(task().length)
    const rounds = await run(task(), { leaves: 0.1, deleteLines: false })
    expect(rounds.condensed!.provenance.messages.flatMap(({ changes }) => changes)).toEqual([])
    expect(readText(rounds.left)).toContain('bus 3')
  })

  it('deletes what was read again before all else, and errors last', async () => {
    const failing = 'Error: expected 12.40, got 12'
    const old = file('ferry', 'skip')
    const { left } = await run(
      [
        asks('Why does the ferry skip 14:40?'),
        ...reads('src/a.ts', old),
        ...reads('', `${file('alpha', 'beta')}\n\n${failing}\n\n${file('gamma', 'delta')}`),
        ...reads('src/a.ts', old),
        ...recent(),
      ],
      { leaves: 0.45, deleteRounds: false },
    )
    const texts = left.map((message) => readText([message]))
    expect(texts[2]).not.toContain('ferry 3')
    expect(texts[4]).toContain(failing)
    expect(texts[4]).not.toContain('beta 3')
    expect(texts[6]).toContain('ferry 3')
  })

  it('leaves the kept ends and what is pinned alone, and stops at the target of the run', async () => {
    const messages = [...task(), ...reads('src/c.ts', file('recent', 'newer'))]
    const { left } = await run(messages, { leaves: 0.02, preserveRecentCount: 2 })
    expect(readText(left.slice(-2))).toBe(readText(messages.slice(-2)))
    const rounds = await run(messages, { leaves: 0.02, preserveRecentCount: 2, deleteLines: false })
    expect(rounds.summary.status).toBe('condensed')
    expect(readText(rounds.left.slice(-2))).toBe(readText(messages.slice(-2)))
    const pins = [{ messageIndex: 4, part: null }]
    const conversationPinned = conversationFor(task())
    const pinned = await runOn(verbatimMethod, { leaves: 0.1 }, conversationPinned, null, undefined, pins)
    expect(readText(pinned.condensed!.conversation.messages)).toContain('balloon 3')
    // Nothing had to be put back.
    expect(pinned.summary.passes.map(({ id }) => id)).toEqual(['verbatim'])
    const conversation = conversationFor(task())
    const target = Math.floor(conversation.totalTokens * 0.8)
    const { summary } = await run(task(), {}, target)
    expect(summary.stats.finalTokens).toBeLessThanOrEqual(target)
    expect(summary.stats.finalTokens).toBeGreaterThan(target * 0.6)
  })

  it('says how much is gone where nothing of a result is left, though no notes are wanted', async () => {
    const { left } = await run(task(), { leaves: 0.02, leavesNotes: false, deleteRounds: false })
    expect(readText(left).match(/\(\d+ lines deleted\)/g)).toEqual([
      '(27 lines deleted)',
      '(20 lines deleted)',
    ])
  })

  it('counts again, and deletes more where notes took some of the room', async () => {
    const many = [asks('Why?'), ...reads('src/a.ts', file(...'abcdefghijklmnop'.split(''))), ...recent()]
    for (const leaves of [0.3, 0.5, 0.7]) {
      const { summary } = await run(many, { leaves, spanLines: 1, deleteRounds: false })
      expect(summary.stats.finalTokens).toBeLessThanOrEqual(summary.stats.originalTokens * leaves)
    }
  })

  it('says why where there is nothing to delete', async () => {
    expect((await run([asks('Hello'), says('Hi')], { leaves: 0.5 })).summary.reason).toContain(
      'Nothing outside',
    )
    expect((await run(task(), {}, 1_000_000)).summary.status).toBe('unchanged')
  })

  it('is as it should be on any history, all that is left of a result without notes included', async () => {
    await fc.assert(
      fc.asyncProperty(
        validHistory(),
        fc.boolean(),
        fc.boolean(),
        async (messages, leavesNotes, keepWords) => {
          const conversation = conversationFor(messages, roughCounter)
          const { condensed } = await runOn(
            verbatimMethod,
            { leaves: 0.02, leavesNotes, keepWords, keepFirst: 0, preserveRecentCount: 0, spanLines: 1 },
            conversation,
          )
          expect(checkHistory(condensed?.conversation.messages ?? [])).toEqual([])
        },
      ),
    )
  })
})
