import { describe, expect, it } from 'vitest'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy, type ReplayServices } from '../replay-policy.ts'
import { replayRecorded } from '../replay-recorded.ts'
import type { ReplayTask } from '../replay-task.ts'
import { prepareExample, prepareTask } from '../testing/prepare-example.ts'
import {
  changedExample,
  characterCounter as counter,
  exampleTask,
  makeUniqueMessage,
} from '../testing/replay-example.ts'

const unpriced = (task: RecordedTask): ReplayTask =>
  prepareTask(task, { known: [], counter, basis: 'record' })
const services: ReplayServices = { signal: new AbortController().signal, onProgress: () => undefined }

/** A summary of 600 tokens and the last message, for nothing. */
const freeSummary: ReplayPolicy = {
  id: 'summary',
  trigger: { windowTokens: 20_000, thresholdPercent: 50, maxTokens: null },
  condense: ({ messages }) =>
    Promise.resolve({
      messages: [{ ...makeUniqueMessage('user', 600, 'summary'), isSummary: true }, ...messages.slice(-1)],
      provenance: { messages: [], dropped: [] },
      costUsd: 0,
    }),
}

describe('the cost of a policy', () => {
  it('is known of none where nobody knows the prices, nor any break-even', async () => {
    const task = unpriced(changedExample(() => ({ costUsd: undefined })))
    const none = await replayPolicy(task, neverPolicy, services)
    expect(none).toMatchObject({ costUsd: null, estimatedUsd: null, peakContext: 13_000 })
    expect(none.requests.every(({ costUsd }) => costUsd === null)).toBe(true)
    const own = await replayPolicy(task, freeSummary, services)
    expect(own.firings[0]).toMatchObject({ costUsd: 0, paysBackAfter: null, after: 3500 })
    expect(own.costUsd).toBeNull()
    expect(replayRecorded(task).costUsd).toBeNull()
  })

  it('is nothing of any where the task was free', async () => {
    const task = unpriced(changedExample(() => ({ costUsd: 0 })))
    const own = await replayPolicy(task, freeSummary, services)
    expect(own).toMatchObject({ costUsd: 0, estimatedUsd: 0 })
    expect(own.firings[0]).toMatchObject({ costUsd: 0, paysBackAfter: null })
  })

  it('is not known where no request can be played', async () => {
    const none = await replayPolicy({ ...prepareExample(exampleTask()), steps: [] }, neverPolicy, services)
    expect(none).toMatchObject({ costUsd: null, estimatedUsd: null, requests: [] })
  })

  it('says what of it is estimated', async () => {
    const task = prepareExample(changedExample((_, index) => (index === 0 ? { costUsd: undefined } : {})))
    const none = await replayPolicy(task, neverPolicy, services)
    expect(none.estimatedUsd).toBeCloseTo(0.024, 10)
    expect(none.costUsd).toBeCloseTo(0.07965, 10)
  })
})

it('does not take a condensation of the agent without a recorded cost for a free one', () => {
  const task = prepareExample(exampleTask())
  const steps = task.steps.map((step, index) =>
    index === 3
      ? {
          ...step,
          ownCondensations: [{ kind: 'condensation' as const, costUsd: null, change: 'deleted' as const }],
        }
      : step,
  )
  const recorded = replayRecorded({ ...task, steps })
  expect(recorded.firings).toMatchObject([{ request: 3, costUsd: null }])
  expect(recorded.costUsd).toBeCloseTo(0.07965, 10)
})
