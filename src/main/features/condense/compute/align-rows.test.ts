import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { PartChange, Provenance } from '../../../../shared/kernel/provenance.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { alignRows } from './align-rows.ts'

const say = (...texts: string[]): Message[] => texts.map((content) => ({ role: 'user', content }))
const change = (operation: PartChange['operation'], reason: string, tokensBefore = 2): PartChange => ({
  at: { messageIndex: 0, blockIndex: 0 },
  kind: 'user-text',
  operation,
  passId: 'p',
  reason,
  tokensBefore,
  tokensAfter: 1,
  lengthAfter: 1,
})
const rows = (source: Message[], result: Message[], provenance: Provenance) =>
  alignRows(conversationFor(source), conversationFor(result), provenance).map((row) => [
    row.source?.index ?? '-',
    row.result?.index ?? '-',
    row.fate,
    row.groupStart,
  ])

describe('source beside result', () => {
  it('shows what was kept, changed and dropped, in the order of the source', () => {
    const source = say('a', 'b', 'c', 'd')
    const dropped = [{ sourceIndex: 1, operation: 'dropped' as const, passId: 'p', reason: 'r' }]
    const messages = [
      { sources: [0], changes: [] },
      { sources: [2], changes: [change('shortened', 'r')] },
      { sources: [3], changes: [change('referenced', 'r', 9), change('dropped', 'r', 3)] },
    ]
    expect(rows(source, say('a', 'c', 'd'), { messages, dropped })).toEqual([
      [0, 0, 'kept', true],
      [1, '-', 'dropped', true],
      [2, 1, 'shortened', true],
      [3, 2, 'referenced', true],
    ])
  })

  it('calls a message dropped only where nothing else of it is left', () => {
    const text = (value: string) => ({ type: 'text', text: value })
    const messages = [{ sources: [0], changes: [change('dropped', 'r')] }]
    const dropFrom = (...texts: string[]) =>
      rows([{ role: 'user', content: texts.map(text) }], say('x'), { messages, dropped: [] })[0]?.[2]
    expect(dropFrom('gone', 'still here')).toBe('shortened')
    expect(dropFrom('gone', ' ')).toBe('dropped')
    expect(dropFrom('gone')).toBe('dropped')
  })

  it('repeats a summary beside each message that it stands for', () => {
    const messages = [
      { sources: [0], changes: [] },
      { sources: [1, 2], changes: [change('summarised', 'r')] },
    ]
    expect(rows(say('a', 'b', 'c'), say('a', 's'), { messages, dropped: [] })).toEqual([
      [0, 0, 'kept', true],
      [1, 1, 'summarised', true],
      [2, 1, 'summarised', false],
    ])
  })

  it('shows a message that the provider wrote where it stands', () => {
    const messages = [
      { sources: [0], changes: [] },
      { sources: [], changes: [] },
      { sources: [1], changes: [] },
    ]
    expect(rows(say('a', 'b'), say('a', 'new', 'b'), { messages, dropped: [] })).toEqual([
      [0, 0, 'kept', true],
      ['-', 1, 'written', true],
      [1, 2, 'kept', true],
    ])
  })

  it('names the weightiest reason first', () => {
    const messages = [
      { sources: [0], changes: [change('dropped', 'small', 3), change('dropped', 'large', 30)] },
    ]
    const [row] = alignRows(conversationFor(say('a')), conversationFor(say('a')), { messages, dropped: [] })
    expect(row?.reasons.map(({ reason }) => reason)).toEqual(['large', 'small'])
  })

  it('counts equal reasons together', () => {
    const messages = [
      {
        sources: [0],
        changes: [change('shortened', 'cut'), change('shortened', 'cut'), change('referenced', 'same')],
      },
    ]
    const [row] = alignRows(conversationFor(say('a')), conversationFor(say('a')), { messages, dropped: [] })
    expect(row?.reasons).toEqual([
      { operation: 'shortened', passId: 'p', reason: 'cut', parts: 2 },
      { operation: 'referenced', passId: 'p', reason: 'same', parts: 1 },
    ])
  })
})
