import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { applyEdits } from '../../kernel/apply-edits.ts'
import { checkResult } from '../../kernel/history/invariants/check-result.ts'
import { buildUntouchedStage, type Stage } from '../../kernel/stages/stage.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, end, read, task } from '../../kernel/testing/small-histories.ts'
import { withLedger, type LedgerOptions } from './with-ledger.ts'

const write = (id: string, path: string): Message[] => [
  call(id, 'write_to_file', { path, content: 'x' }),
  answer(id, 'ok'),
]
const history: Message[] = [task, ...write('1', 'a.ts'), ...write('2', 'b.ts'), ...write('3', 'c.ts'), end]
const options: LedgerOptions = { place: 'first', maxTokens: 1000, kept: { first: 1, last: 1 } }
const summary: Message = { role: 'assistant', content: 'In short.', isSummary: true }

/** What a provider makes that puts a summary in the place of messages. */
function summarised(messages: readonly Message[], from: number, to: number, text: Message = summary): Stage {
  const stage = buildUntouchedStage(messages)
  const change = {
    at: { messageIndex: from, blockIndex: 0 },
    kind: 'summary',
    operation: 'summarised',
    passId: 'x',
    reason: 'x',
    tokensBefore: 100,
    tokensAfter: 3,
    lengthAfter: 9,
  } as const
  const sources = Array.from({ length: to - from }, (_, index) => from + index)
  return {
    messages: messages.toSpliced(from, to - from, text),
    provenance: {
      messages: stage.provenance.messages.toSpliced(from, to - from, { sources, changes: [change] }),
      dropped: [],
    },
  }
}

function apply(messages: readonly Message[], stage: Stage, more: Partial<LedgerOptions> = {}) {
  const all = { ...options, ...more }
  const result = withLedger(conversationFor(messages), stage, all)
  const context = {
    source: messages,
    provenance: result.provenance,
    keptFirst: all.kept.first,
    keptLast: all.kept.last,
  }
  expect(checkResult(result.messages, context).broken).toEqual([])
  return result
}
const readMessageText = (message: Message | undefined): string =>
  JSON.stringify(message?.content).replaceAll(String.raw`\n`, '\n')

describe('a ledger of its own', () => {
  it('is a message of the user’s after the first one, and comes from no message', () => {
    const { messages, provenance } = apply(history, summarised(history, 1, 5))
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'assistant',
      'user',
      'assistant',
    ])
    expect(readMessageText(messages[1])).toContain('Created:\n- a.ts\n- b.ts\n- c.ts')
    expect(provenance.messages[1]).toEqual({ sources: [], changes: [] })
    expect(provenance.messages).toHaveLength(messages.length)
  })

  it.each([
    ['after all that has to stay', { first: 3, last: 1 }, 3],
    ['not between a call and its result', { first: 2, last: 1 }, 3],
    ['after the first message even where that may go', { first: 0, last: 0 }, 1],
  ])('stands %s', (_name, kept, expected) => {
    const { messages } = apply(history, buildUntouchedStage(history), { kept })
    expect(messages.findIndex((message) => !history.includes(message))).toBe(expected)
  })

  it.each<[string, Partial<LedgerOptions>, Message[]]>([
    ['where all has to stay', { kept: { first: 1, last: 9 } }, history],
    ['where there is no room', { maxTokens: 5 }, history],
    ['where no call did anything', {}, [task, end]],
    ['in an empty history', { kept: { first: 0, last: 0 } }, []],
  ])('is left out %s', (_name, more, messages) => {
    const stage = buildUntouchedStage(messages)
    expect(apply(messages, stage, more)).toBe(stage)
  })

  it('does not come between a call and the results that it waits for', () => {
    const waiting = [task, ...write('1', 'a.ts'), call('2', 'read_file', { path: 'b.ts' })]
    const { messages } = apply(waiting, buildUntouchedStage(waiting), { kept: { first: 4, last: 0 } })
    expect(messages).toEqual(waiting)
  })

  it('has the time of the message before it', () => {
    const timed = history.map((message, index) => ({ ...message, ts: 100 + index }))
    expect(apply(timed, buildUntouchedStage(timed)).messages[1]).toMatchObject({ ts: 100 })
  })

  it('moves what references point at', () => {
    const messages = [task, ...read('1', 'a.ts', 'x'), ...read('2', 'a.ts', 'x'), end]
    const conversation = conversationFor(messages)
    const part = conversation.parts[2]![0]!
    const text = '[File Reference] a.ts (see message #4)'
    const planned = {
      edit: { part, text },
      operation: 'referenced',
      reason: 'x',
      tokensBefore: 9,
      tokensAfter: 9,
      reference: { target: { messageIndex: 4, blockIndex: 0 } },
    } as const
    const result = withLedger(conversation, applyEdits(conversation, [planned], 'x'), options)
    expect(readMessageText(result.messages[3])).toContain('see message #5')
  })
})

describe('a ledger in a summary', () => {
  it('is the end of the first one, and its record says so', () => {
    const { messages, provenance } = apply(history, summarised(history, 1, 5), { place: 'summary' })
    expect(messages).toHaveLength(5)
    expect(messages[1]?.content).toMatch(/^In short\.\n\n## Artifact ledger\n[^]*- c\.ts$/)
    const [change] = provenance.messages[1]!.changes
    const length = JSON.parse(JSON.stringify(messages[1]?.content)).length
    expect(change).toMatchObject({ lengthAfter: length, tokensAfter: Math.ceil(length / 4) })
  })

  it('goes into the last text of a summary in blocks', () => {
    const blocks: Message = {
      ...summary,
      role: 'user',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    }
    const { messages } = apply(history, summarised(history, 1, 5, blocks), { place: 'summary' })
    expect(readMessageText(messages[1])).toMatch(/"one"[^]*two\n\n## Artifact ledger/)
  })

  it.each<[string, Stage, Message[]]>([
    ['there is none', buildUntouchedStage(history), history],
    [
      'the only one has to stay',
      buildUntouchedStage([summary, ...history.slice(1)].with(0, { ...summary, role: 'user' })),
      [{ ...summary, role: 'user' }, ...history.slice(1)],
    ],
  ])('is a message of its own where %s', (_name, stage, source) => {
    const { messages } = apply(source, stage, { place: 'summary' })
    expect(readMessageText(messages[1])).toMatch(/^\[\{"type":"text","text":"## Artifact ledger/)
  })
})

describe('a ledger of what was condensed before', () => {
  const later = [...write('8', 'c.ts'), ...write('9', 'd.ts'), end]
  const places = ['first', 'summary'] as const

  it.each(places)('in place %s takes the earlier one over and takes its place', (place) => {
    const once = apply(history, summarised(history, 1, 7), { place, range: { from: 1, to: 7 } })
    const source = [...once.messages, ...later]
    for (const next of places) {
      const stage = summarised(source, 1, source.length - 1, { ...summary })
      const { messages } = apply(source, stage, { place: next, range: { from: 1, to: source.length - 1 } })
      const all = messages.map((message) => readMessageText(message)).join('\n')
      expect(all.split('## Artifact ledger')).toHaveLength(2)
      expect(all).toContain('Created:\n- a.ts\n- b.ts\n- c.ts — modified ×1\n- d.ts')
    }
  })

  it.each(places)('in place %s does not count twice what is still there', (place) => {
    const stage = (messages: readonly Message[]): Stage =>
      messages.some(({ isSummary }) => isSummary === true)
        ? buildUntouchedStage(messages)
        : summarised(messages, 1, 3)
    const once = apply(history, stage(history), { place })
    const source = [...once.messages, ...later]
    const twice = apply(source, stage(source), { place })
    const thrice = apply(twice.messages, stage(twice.messages), { place })
    for (const { messages } of [twice, thrice]) {
      const all = messages.map((message) => readMessageText(message)).join('\n')
      expect(all.split('## Artifact ledger')).toHaveLength(2)
      expect(all).toContain('Created:\n- a.ts\n- b.ts\n- c.ts — modified ×1\n- d.ts')
    }
  })

  it('counts what comes after it though some of what it spoke of was taken away', () => {
    const once = apply(history, buildUntouchedStage(history))
    const source = [...once.messages.toSpliced(2, 2), ...later]
    const { messages } = apply(source, buildUntouchedStage(source))
    expect(readMessageText(messages[1])).toContain('- a.ts\n')
    expect(readMessageText(messages[1])).toContain('- d.ts')
  })

  it('names the earlier message as dropped', () => {
    const once = apply(history, buildUntouchedStage(history))
    const { provenance } = apply(once.messages, buildUntouchedStage(once.messages))
    expect(provenance.dropped).toMatchObject([{ sourceIndex: 1, operation: 'dropped', passId: 'ledger' }])
  })
})
