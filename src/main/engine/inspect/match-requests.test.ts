import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/domain/usage.ts'
import { matchRequests } from './match-requests.ts'

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
const usageOf = (requests: RequestUsage[], more: Partial<RecordedUsage> = {}): RecordedUsage => ({
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

describe('requests are matched to their answers', () => {
  const plain = [user(2), answer(9), user(12), answer(19)]
  it.each([
    ['by time', plain, usageOf([{ ts: 1 }, { ts: 11 }]), ['0>1', '1>3']],
    [
      'when the next request has the time of the answer',
      plain,
      usageOf([{ ts: 1 }, { ts: 9 }]),
      ['0>1', '1>3'],
    ],
    [
      'but not an aborted one, whose answer is that of the attempt after it',
      plain,
      usageOf([{ ts: 1 }, { ts: 11 }, { ts: 13 }]),
      ['0>1', '2>3', '1:no-answer'],
    ],
    ['and an answer without a request is passed over', plain, usageOf([{ ts: 11 }]), ['0>3']],
    ['and the last one may have none yet', [user(2)], usageOf([{ ts: 1 }]), ['0:no-answer']],
    ['without usage as well', plain, usageOf([{ ts: 1 }, { ts: 11, cancelled: true }]), ['0>1', '1>3']],
    [
      'and a summary in the voice of the assistant answers nothing',
      [user(2), { ...answer(12), isSummary: true }, user(12), answer(19)],
      usageOf([{ ts: 11 }]),
      ['0>3'],
    ],
    [
      'by the place in the history where messages have no time',
      [user(), answer(), user(), answer()],
      usageOf([
        { ts: 5, historyIndex: -1 },
        { ts: 6, historyIndex: 1 },
        { ts: 7, historyIndex: 1 },
      ]),
      ['0>1', '2>3', '1:no-answer'],
    ],
    [
      'by order where there is nothing else and the numbers agree',
      [user(), answer(), user(), answer()],
      usageOf([{}, {}]),
      ['0>1', '1>3'],
    ],
    ['or not at all', [user(), answer(), user(), answer()], usageOf([{}]), ['0:no-time']],
  ])('%s', (_name, messages, usage, expected) => {
    expect(said(messages, usage)).toEqual(expected)
  })

  it('by the place in the file where only the visible messages are given', () => {
    const usage = usageOf([{ historyIndex: 1 }, { historyIndex: 5 }])
    expect(said([user(), answer(), user(), answer()], usage, [0, 3, 4, 7])).toEqual(['0>1', '1>3'])
  })

  it('where times in the file go back', () => {
    const messages = [user(2), answer(9), user(3), answer(4), user(20), answer(25)]
    expect(said(messages, usageOf([{ ts: 1 }, { ts: 20 }]))).toEqual(['0>1', '1>5'])
  })

  it('except before a condensation that deleted what they saw; the request that set it off saw its summary', () => {
    const summary: Message = { role: 'assistant', content: 's', isSummary: true, ts: 12 }
    const messages = [user(2), summary, user(12), answer(19), user(22), answer(40), user(42), answer(49)]
    const requests = [{ ts: 1 }, { ts: 11 }, { ts: 21 }, { ts: 41 }]
    expect(said(messages, usageOf(requests, { condensations: [{ ts: 30 }] }))).toEqual([
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
    const usage = usageOf([{ ts: 1 }, { ts: 20 }], { condensations: [{ ts: 30, condenseId: 'c' }] })
    expect(said(messages, usage)).toEqual(['0>1', '1>3'])
  })

  it('and know model and mode from the last environment before them, or from the record', () => {
    const block =
      '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>m</model>\n</environment_details>'
    const messages = [user(2, `x ${block}`), answer(9), user(12), answer(19)]
    const { matched } = matchRequests(messages, usageOf([{ ts: 1 }, { ts: 11, modelId: 'n' }]))
    expect(matched.map(({ model, mode }) => [model, mode])).toEqual([
      ['m', 'code'],
      ['n', 'code'],
    ])
    const late = [user(2, 'x'), answer(9), user(12, `x ${block}`), answer(19)]
    const known = matchRequests(late, usageOf([{ ts: 1 }, { ts: 11 }])).matched
    expect(known.map(({ model, mode }) => [model, mode])).toEqual([
      ['m', 'code'],
      ['m', 'code'],
    ])
  })
})
