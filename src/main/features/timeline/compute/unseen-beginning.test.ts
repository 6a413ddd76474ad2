import { expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import {
  characterCounter,
  makeUniqueMessage,
  recordedTask,
} from '../../replay/compute/testing/replay-example.ts'
import { timelineOfTask } from './testing/timeline-of-task.ts'

const firstBehind = 6
const count = 12

/**
 * A session that was condensed before its seventh request, and of which the file holds only the end: each request before
 * that sent so many tokens more than the messages that are there.
 */
function makeSession(unseenTokens: number): RecordedTask {
  const { messages, usage } = recordedTask(Array.from({ length: count }, () => 900))
  const gone = 2 * firstBehind
  const summary: Message = { ...makeUniqueMessage('user', 500, 'summary'), isSummary: true }
  const condensedTokens = firstBehind * 1000
  const requests = usage.requests.map((request, at) => {
    const { cacheReads = 0, cacheWrites = 0, ...rest } = request
    const tokensIn = cacheReads + cacheWrites + (at < firstBehind ? unseenTokens : 500 - condensedTokens)
    return { ...rest, tokensIn, cacheReads: 0, cacheWrites: 0 }
  })
  return {
    messages: [...messages.slice(0, gone), summary, ...messages.slice(gone)],
    usage: { requests, condensations: [{ ts: messages[gone]?.ts ?? 0 }] },
    hiddenRange: null,
    contexts: {
      requests: requests.map((_, at) => {
        const answer = 2 * at + 1 + (at < firstBehind ? 0 : 1)
        return { answer, before: answer }
      }),
      changes: [
        {
          request: firstBehind,
          written: gone,
          hide: [[0, gone]],
          show: [[gone, gone + 1]],
          condensation: 0,
        },
      ],
      copies: [],
    },
  }
}

it('says of how many tokens the file has no message, where a condensation made the system prompt smaller', () => {
  const { points, notes } = timelineOfTask(makeSession(100_000), characterCounter)
  expect(points[4]?.byKind.prefix).toBe(102_000)
  expect(points.at(-2)?.byKind.prefix).toBe(2000)
  expect(notes).toEqual([
    '6 requests sent up to 100,000 tokens that are not in the file and were gone behind a condensation. They stand here as part of the system prompt and tools.',
  ])
})

it.each([0, 300])('says nothing where it stays as it is, give or take a few tokens', (tokens) => {
  expect(timelineOfTask(makeSession(tokens), characterCounter).notes).toEqual([])
})
