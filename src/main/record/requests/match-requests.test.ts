import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { matchRequests, correctClockSteps } from './match-requests.ts'

const user = (ts?: number, content = 'q'): Message => ({
  role: 'user',
  content,
  ...(ts === undefined ? {} : { ts }),
})
const answer = (ts?: number): Message => ({
  role: 'assistant',
  content: 'a',
  ...(ts === undefined ? {} : { ts }),
})
const makeUsage = (requests: RequestUsage[], more: Partial<RecordedUsage> = {}): RecordedUsage => ({
  requests,
  condensations: [],
  ...more,
})

/** `request>answer` for what was matched, `request:reason` for what was not. */
function said(messages: readonly Message[], usage: RecordedUsage, fileIndices?: readonly number[]): string[] {
  const { matched, unmatched } = matchRequests(messages, usage, fileIndices)
  return [
    ...matched.map(({ requestIndex, answerIndex }) => `${requestIndex}>${answerIndex}`),
    ...unmatched.map(({ requestIndex, reason }) => `${requestIndex}:${reason}`),
  ]
}

const answered = (request: RequestUsage): RequestUsage => ({ ...request, tokensOut: 5 })

describe('requests are matched to their answers', () => {
  const plain = [user(2), answer(9), user(12), answer(19)]
  it.each([
    ['by time', plain, makeUsage([{ ts: 1 }, { ts: 11 }]), ['0>1', '1>3']],
    [
      'when the next request has the time of the answer',
      plain,
      makeUsage([{ ts: 1 }, { ts: 9 }]),
      ['0>1', '1>3'],
    ],
    [
      'but not an aborted one, whose answer is that of the attempt after it',
      plain,
      makeUsage([{ ts: 1 }, { ts: 11 }, { ts: 13 }]),
      ['0>1', '2>3', '1:no-answer'],
    ],
    ['and an answer without a request is passed over', plain, makeUsage([{ ts: 11 }]), ['0>3']],
    ['and the last one may have none yet', [user(2)], makeUsage([{ ts: 1 }]), ['0:no-answer']],
    ['without usage as well', plain, makeUsage([{ ts: 1 }, { ts: 11, cancelled: true }]), ['0>1', '1>3']],
    [
      'and a summary in the voice of the assistant answers nothing',
      [user(2), { ...answer(12), isSummary: true }, user(12), answer(19)],
      makeUsage([{ ts: 11 }]),
      ['0>3'],
    ],
    [
      'by the place in the history where messages have no time',
      [user(), answer(), user(), answer()],
      makeUsage([
        { ts: 5, historyIndex: -1 },
        { ts: 6, historyIndex: 1 },
        { ts: 7, historyIndex: 1 },
      ]),
      ['0>1', '2>3', '1:no-answer'],
    ],
    [
      'by order where there is nothing else and the numbers agree',
      [user(), answer(), user(), answer()],
      makeUsage([{}, {}]),
      ['0>1', '1>3'],
    ],
    ['or not at all', [user(), answer(), user(), answer()], makeUsage([{}]), ['0:no-time']],
  ])('%s', (_name, messages, usage, expected) => {
    expect(said(messages, usage)).toEqual(expected)
  })

  it.each([
    [
      'where the first messages have no time',
      [user(), answer(), user(), answer(), user(22), answer(29)],
      [{ ts: 1 }, { ts: 11 }, { ts: 21 }],
      ['0>1', '1>3', '2>5'],
    ],
    [
      'where one message alone has a time',
      [user(), answer(9), user(), answer(), user(), answer()],
      [{ ts: 1 }, { ts: 11 }, { ts: 21 }],
      ['0>1', '1>3', '2>5'],
    ],
    [
      'where no answer has a time, but for one that was cancelled',
      [user(2), answer(), user(22), answer()],
      [{ ts: 1 }, { ts: 11, cancelled: true }, { ts: 21 }],
      ['0>1', '2>3', '1:no-answer'],
    ],
    [
      'without those that have no output, where that makes as many as there are answers',
      [user(), answer(), user(), answer()],
      [{ tokensOut: 5 }, {}, { tokensOut: 5 }],
      ['0>1', '2>3', '1:no-answer'],
    ],
    [
      'by the times of the messages around where the numbers do not agree',
      [user(2), answer(), user(22), answer(), user(42)],
      [{ ts: 1 }, { ts: 14 }, { ts: 21 }],
      ['0>1', '2>3', '1:no-answer'],
    ],
    [
      'not where answers without a time are fewer, and nothing tells which are theirs',
      [user(), answer(), user(22), answer(29)],
      [{ ts: 1 }, { ts: 11 }, { ts: 21 }],
      ['2>3', '0:no-time', '1:no-time'],
    ],
    [
      'where one time lies far ahead of all others',
      [user(2), answer(9), user(12), answer(9e9), user(22), answer(29), user(32), answer(39)],
      [{ ts: 1 }, { ts: 11 }, { ts: 21 }, { ts: 31 }],
      ['0>1', '1>3', '2>5', '3>7'],
    ],
    [
      'where an answer is older than what it answers',
      [user(2), answer(9), user(12), answer(10), user(22), answer(29)],
      [{ ts: 1 }, { ts: 11 }, { ts: 21 }],
      ['0>1', '1>3', '2>5'],
    ],
    [
      'where the two files count in other units',
      [user(2), answer(9), user(12), answer(19), user(22), answer(29)],
      [{ ts: 1001 }, { ts: 11_001 }, { ts: 21_001 }].map(answered),
      ['0>1', '1>3', '2>5'],
    ],
    [
      'not where times fit none, and their numbers do not agree',
      [user(2), answer(9), user(12), answer(19)],
      [{ ts: 101, tokensOut: 5 }, { ts: 111, cancelled: true }, { ts: 121, tokensOut: 5 }, { tokensOut: 5 }],
      ['0:no-time', '2:no-time', '3:no-time', '1:no-answer'].toSorted(),
    ],
    [
      'where a request is a little older than the answer before it, and both were answered',
      [user(2), answer(19), user(20), answer(24), user(32), answer(39)],
      [
        { ts: 1, tokensOut: 5 },
        { ts: 17, tokensOut: 5 },
        { ts: 31, tokensOut: 5 },
      ],
      ['0>1', '1>3', '2>5'],
    ],
    [
      'and one without any output before it stays without an answer',
      [user(2), answer(19), user(20), answer(24), user(32), answer(39)],
      [{ ts: 1 }, { ts: 17, tokensOut: 5 }, { ts: 31, tokensOut: 5 }],
      ['1>1', '2>5', '0:no-answer'],
    ],
  ])('in their order %s', (_name, messages, requests, expected) => {
    expect(said(messages, makeUsage(requests))).toEqual(expected)
  })

  it('with times that are set right where the clock was set back', () => {
    const messages = [user(102), answer(109), user(12), answer(19)]
    const usage = makeUsage([{ ts: 1 }, { ts: 11 }], { clockSteps: [{ message: 2, byMs: 100 }] })
    expect(said(correctClockSteps(messages, usage), usage)).toEqual(['0>1', '1>3'])
    expect(said(correctClockSteps(messages.slice(2), usage, [2, 3]), usage, [2, 3])).toEqual([
      '1>1',
      '0:no-answer',
    ])
    expect(correctClockSteps(messages, makeUsage([]))).toBe(messages)
  })

  it('by the place in the file where only the visible messages are given', () => {
    const usage = makeUsage([{ historyIndex: 1 }, { historyIndex: 5 }])
    expect(said([user(), answer(), user(), answer()], usage, [0, 3, 4, 7])).toEqual(['0>1', '1>3'])
  })

  it('where times in the file go back', () => {
    const messages = [user(2), answer(9), user(3), answer(4), user(20), answer(25)]
    expect(said(messages, makeUsage([{ ts: 1 }, { ts: 20 }]))).toEqual(['0>1', '1>5'])
  })

  it('except before a condensation that deleted what they saw; the request that set it off saw its summary', () => {
    const summary: Message = { role: 'assistant', content: 's', isSummary: true, ts: 12 }
    const messages = [user(2), summary, user(12), answer(19), user(22), answer(40), user(42), answer(49)]
    const requests = [{ ts: 1 }, { ts: 11 }, { ts: 21 }, { ts: 41 }]
    expect(said(messages, makeUsage(requests, { condensations: [{ ts: 30 }] }))).toEqual([
      '2>5',
      '3>7',
      '0:condensed-away',
      '1:condensed-away',
    ])
  })

  it('before a condensation that hid what they saw', () => {
    const hidden = { condenseParent: 'c' }
    const summary: Message = { role: 'user', content: 's', isSummary: true, condenseId: 'c', ts: 21 }
    const messages = [{ ...user(2), ...hidden }, { ...answer(9), ...hidden }, summary, answer(40)]
    const usage = makeUsage([{ ts: 1 }, { ts: 20 }], { condensations: [{ ts: 30, condenseId: 'c' }] })
    expect(said(messages, usage)).toEqual(['0>1', '1>3'])
  })

  it('before a condensation whose record does not name the summary that hid them', () => {
    const hidden = { condenseParent: 'c' }
    const summary: Message = { role: 'user', content: 's', isSummary: true, condenseId: 'c', ts: 21 }
    const messages = [{ ...user(2), ...hidden }, { ...answer(9), ...hidden }, summary, answer(40)]
    expect(said(messages, makeUsage([{ ts: 1 }, { ts: 20 }], { condensations: [{ ts: 30 }] }))).toEqual([
      '0>1',
      '1>3',
    ])
  })

  it.each([
    ['behind', -25],
    ['ahead', 25],
  ])('where the clock of the history is %s that of the chat window', (_name, apart) => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7]
    const messages = places.flatMap((place) => [
      user(20 * place + 2 + apart),
      answer(20 * place + 15 + apart + (place % 3)),
    ])
    const requests = places.map((place) => answered({ ts: 20 * place + (place % 2) }))
    const retried = [...requests.slice(0, 5), { ts: 95, cancelled: true }, ...requests.slice(5)]
    expect(said(messages, makeUsage(requests))).toEqual(places.map((place) => `${place}>${2 * place + 1}`))
    expect(said(messages, makeUsage(retried)).at(-1)).toBe('5:no-answer')
  })

  it('by time where an answer is gone and another has no request, though there are as many of both', () => {
    const begun = [0, 47, 66, 121, 133, 190, 210, 260]
    const messages = begun.flatMap((ts) => [user(ts + 1), answer(ts + 9)])
    const requests = begun.map((ts) => answered({ ts }))
    expect(said(messages.toSpliced(12, 2), makeUsage(requests.toSpliced(1, 1)))).toEqual([
      '0>1',
      '1>5',
      '2>7',
      '3>9',
      '4>11',
      '6>13',
      '5:no-answer',
    ])
  })

  it('and know model and mode from the last environment before them, or from the record', () => {
    const block =
      '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>m</model>\n</environment_details>'
    const messages = [user(2, `x ${block}`), answer(9), user(12), answer(19)]
    const { matched } = matchRequests(messages, makeUsage([{ ts: 1 }, { ts: 11, modelId: 'n' }]))
    expect(matched.map(({ model, mode }) => [model, mode])).toEqual([
      ['m', 'code'],
      ['n', 'code'],
    ])
    const late = [user(2, 'x'), answer(9), user(12, `x ${block}`), answer(19)]
    const known = matchRequests(late, makeUsage([{ ts: 1 }, { ts: 11 }])).matched
    expect(known.map(({ model, mode }) => [model, mode])).toEqual([
      ['m', 'code'],
      ['m', 'code'],
    ])
  })
})
