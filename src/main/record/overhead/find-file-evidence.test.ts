import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { matchRequests } from '../requests/match-requests.ts'
import { findFileEvidence } from './find-file-evidence.ts'

const minute = 60_000

/** Eight requests, one a minute; the mode changes at the fifth. */
const requests = Array.from({ length: 8 }, (_, index): RequestUsage => ({
  ts: minute * (index + 1),
  tokensIn: 10_000 + 2000 * index,
  tokensOut: 500,
}))
const messages = requests.flatMap(({ ts }, index): Message[] => {
  const slug = index < 4 ? 'code' : 'ask'
  const question = `${index === 0 ? 'Do it.' : "[read_file for 'a.ts'] Result:\nbody"}\n<environment_details>\n# Current Mode\n<slug>${slug}</slug>\n</environment_details>`
  return [
    { role: 'user', content: question, ts: (ts ?? 0) + 10 },
    { role: 'assistant', content: 'Done.', ts: (ts ?? 0) + 5000 },
  ]
})

function findEvidence(
  isKept: (index: number) => boolean,
  usage: RecordedUsage = { requests, condensations: [] },
) {
  const left = messages.filter((_, index) => isKept(index))
  return findFileEvidence({ messages: left, usage, matches: matchRequests(left, usage), firstCount: 100 })
}

describe('the evidence that messages were deleted', () => {
  it('is none where every answer and every question is there', () => {
    expect(findEvidence(() => true)).toMatchObject({ losses: [], unanswered: [], opening: null })
  })

  it('is an answer that is missing; the first request sent the first message, in the mode that it names', () => {
    expect(findEvidence((index) => index === 0 || index >= 10)).toMatchObject({
      losses: [0, 1, 2, 3, 4],
      opening: { count: 100, group: '\ncode' },
    })
  })

  it('is a beginning that is younger than the second request, or the result of a tool', () => {
    expect(findEvidence((index) => index >= 10)).toMatchObject({ losses: [-1, 0, 1, 2, 3, 4], opening: null })
    const untimed = messages.slice(2).map(({ role, content }): Message => ({ role, content }))
    const usage = { requests: requests.slice(1), condensations: [] }
    const matches = matchRequests(untimed, usage)
    expect(findFileEvidence({ messages: untimed, usage, matches, firstCount: 100 }).losses).toEqual([-1])
  })

  it('is an answer whose question is missing, or is older than an answer that was deleted', () => {
    expect(findEvidence((index) => index !== 4)).toMatchObject({ losses: [1], unasked: new Set([2]) })
    // What stands before the answer of request 6 is the question of request 2.
    expect(findEvidence((index) => index < 5 || index > 12).unasked).toEqual(new Set([6]))
  })

  it('is a condensation whose summary is missing', () => {
    const condensations = [{ ts: 4.5 * minute }]
    const usage = { requests, condensations }
    expect(findEvidence((index) => index === 0 || index > 5, usage).losses).toEqual([3])
  })

  it('is no answer that was never kept, since the request was sent once more', () => {
    const attempts = requests.map((request, index) =>
      index === 3 ? { ...request, tokensIn: requests[4]?.tokensIn } : request,
    )
    const usage = { requests: attempts, condensations: [] }
    expect(findEvidence((index) => index !== 7, usage).losses).toEqual([])
    expect(findEvidence((index) => index !== 7).losses).toEqual([3])
  })
})
