import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { validHistory } from '../testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { buildEffectiveHistory } from './build-effective-history.ts'
import { applyDelta, computeLineDelta } from './compute-line-delta.ts'
import { findSafeCuts } from './find-safe-cuts.ts'
import { checkHistory } from './invariants/check-history.ts'

const message = (content: string, more: Partial<Message> = {}): Message => ({
  role: 'user',
  content,
  ...more,
})
const seen = (messages: Message[], range: { start: number; end: number } | null = null) =>
  buildEffectiveHistory(messages, range).fileIndices

describe('the effective history', () => {
  const plain = [message('a'), message('b'), message('c')]

  it('of a history that nothing happened to is all of it, the same objects', () => {
    expect(buildEffectiveHistory(plain)).toEqual({ messages: plain, fileIndices: [0, 1, 2], hidden: [] })
    expect(buildEffectiveHistory(plain).messages[1]).toBe(plain[1])
  })

  const tagged = (summary: Partial<Message>): Message[] => [
    message('a', { condenseParent: 's1' }),
    message('b', { condenseParent: 's1' }),
    message('what was', { isSummary: true, ...summary }),
    message('c'),
  ]

  it.each([
    ['a current summary hides what it stands for', tagged({ condenseId: 's1' }), [2, 3]],
    [
      'an assistant’s summary with an id hides by tag',
      tagged({ condenseId: 's1', role: 'assistant' }),
      [2, 3],
    ],
    [
      'messages whose summary was rewound away are seen again',
      tagged({ condenseId: 'other', role: 'assistant' }),
      [0, 1, 2, 3],
    ],
    [
      'a current summary starts afresh, tags or not',
      [message('a'), message('s', { isSummary: true, condenseId: 'x' }), message('b')],
      [1, 2],
    ],
    [
      'a classic summary hides nothing: its messages are gone from the file',
      [message('a'), message('s', { isSummary: true, role: 'assistant' }), message('b')],
      [0, 1, 2],
    ],
    [
      'a summary that was itself condensed is hidden with the rest',
      [
        message('a', { condenseParent: 's1' }),
        message('s1', { isSummary: true, condenseId: 's1', condenseParent: 's2' }),
        message('b', { condenseParent: 's2' }),
        message('s2', { isSummary: true, condenseId: 's2' }),
        message('c'),
      ],
      [3, 4],
    ],
    [
      'a truncation marker hides what it names',
      [
        message('a'),
        message('gone', { truncationParent: 't1' }),
        message('marker', { isTruncationMarker: true, truncationId: 't1' }),
        message('b'),
      ],
      [0, 2, 3],
    ],
    [
      'a marker that is gone hides nothing',
      [message('a'), message('back', { truncationParent: 't1' })],
      [0, 1],
    ],
  ])('%s', (_name, messages, expected) => {
    expect(seen(messages)).toEqual(expected)
  })

  it('leaves out the range that Cline deleted, both ends included', () => {
    expect(seen([message('a'), message('b'), message('c'), message('d')], { start: 1, end: 2 })).toEqual([
      0, 3,
    ])
    expect(seen([message('a')], { start: 5, end: 9 })).toEqual([0])
  })
})

describe('safe cuts', () => {
  const call: Message = { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'x', input: {} }] }
  const result: Message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'r' }] }
  const xmlCall: Message = { role: 'assistant', content: '<read_file>\n<path>a</path>\n</read_file>' }
  const xmlResult: Message = { role: 'user', content: "[read_file for 'a'] Result:\ntext" }

  it('never fall between a call and its result, in either era', () => {
    expect(findSafeCuts([message('a'), call, result, message('b')])).toEqual([0, 1, 3, 4])
    expect(findSafeCuts([message('a'), xmlCall, xmlResult, message('b')])).toEqual([0, 1, 3, 4])
    expect(findSafeCuts([])).toEqual([0])
  })

  it('leave two histories that are sound on their own, on any sound history', () => {
    fc.assert(
      fc.property(validHistory(), (messages) => {
        for (const cut of findSafeCuts(messages)) {
          expect(checkHistory(messages.slice(0, cut))).toEqual([])
          expect(checkHistory(messages.slice(cut)).filter(({ rule }) => rule !== 'roles-legal')).toEqual([])
        }
      }),
    )
  })

  it.skipIf(!hasRealHistories).each(realHistories())('are plenty in $name', ({ messages }) => {
    expect(findSafeCuts(messages).length).toBeGreaterThan(messages.length / 4)
  })
})

describe('a line delta', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'dd'), { maxLength: 30 })

  it('rebuilds the text exactly, whatever the two texts are', () => {
    fc.assert(
      fc.property(lines, lines, (target, text) => {
        const delta = computeLineDelta(target, text)
        expect(delta).toBeDefined()
        expect(applyDelta(target, delta!)).toEqual(text)
      }),
    )
  })

  it('is empty for equal texts and one hunk for one changed line', () => {
    expect(computeLineDelta(['a', 'b'], ['a', 'b'])).toEqual([])
    expect(computeLineDelta(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
      { start: 1, deleteCount: 1, lines: ['x'] },
    ])
  })

  it('gives up on texts that have little in common', () => {
    const long = (word: string) => Array.from({ length: 600 }, (_, index) => `${word} ${index}`)
    expect(computeLineDelta(long('old'), long('new'))).toBeUndefined()
  })
})
