import { describe, expect, it } from 'vitest'
import { characterCounter, recordedTask } from '../../features/replay/compute/testing/replay-example.ts'
import { createConversation } from '../../kernel/conversation.ts'
import { reconstruct } from '../reconstruct.ts'
import type { RecordedTask } from '../recorded-task.ts'

const count = 40
const plain = recordedTask(Array.from({ length: count }, (_, at) => (at === 0 ? 4000 : 300)))
/** A task whose log says that each request sent all that stood before its answer. */
const logged: RecordedTask = {
  ...plain,
  contexts: {
    requests: Array.from({ length: count }, (_, at) => ({ answer: 2 * at + 1, before: 2 * at + 1 })),
    changes: [],
    copies: [],
  },
}

/** The task with so many tokens less in the recorded input of some requests. */
function reduceRecordedInput(
  task: RecordedTask,
  [from, to]: readonly [number, number],
  tokens: number,
): RecordedTask {
  const requests = task.usage.requests.map((request, at) =>
    at < from || at >= to ? request : { ...request, cacheReads: (request.cacheReads ?? 0) - tokens },
  )
  return { ...task, usage: { ...task.usage, requests } }
}

const findUnknownRequests = (task: RecordedTask): readonly number[] =>
  reconstruct(task, { counter: characterCounter }).requests.flatMap(({ index, history }) =>
    history.kind === 'unknown' ? [index] : [],
  )

describe('a task whose log says what was sent', () => {
  it('is believed where the input drops by less than the system prompt', () => {
    // Reasoning of earlier turns is sent, and the API leaves it out of what it charges.
    expect(findUnknownRequests(reduceRecordedInput(logged, [10, count], 700))).toEqual([])
    expect(findUnknownRequests(reduceRecordedInput(plain, [10, count], 700))).toEqual([10])
  })

  it('is not believed for those requests whose messages alone have more than the input', () => {
    const less = Array.from({ length: 15 }, (_, at) => 15 + at)
    expect(findUnknownRequests(reduceRecordedInput(logged, [15, 30], 5000))).toEqual(less)
  })
})

it('counts no message again that somebody has counted', () => {
  const counted = createConversation(logged.messages, characterCounter)
  const neverAsked = {
    id: characterCounter.id,
    count: (): number => {
      throw new Error('A message was counted twice.')
    },
  }
  const run = reconstruct(logged, { counter: neverAsked, counted })
  const fresh = reconstruct(logged, { counter: characterCounter })
  expect([run.requests, run.calibration]).toEqual([fresh.requests, fresh.calibration])
})
