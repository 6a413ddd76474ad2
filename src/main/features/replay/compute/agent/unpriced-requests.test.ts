import { describe, expect, it } from 'vitest'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { timelineOfTask } from '../../../timeline/compute/testing/timeline-of-task.ts'
import { compareTask, type ExampleOptions } from '../testing/prepare-example.ts'
import { characterCounter as counter, examplePrices, exampleTask } from '../testing/replay-example.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const onRecord: ExampleOptions = { known, counter, basis: 'record' }
const sentence =
  '1 request was served at speed fast, which no list price is known for. It is in no sum of money.'

function unpricedTask(): RecordedTask {
  const task = exampleTask()
  const requests = task.usage.requests.map((request, at) => {
    if (at !== 3) return request
    const { costUsd: _, ...free } = request
    return { ...free, unpriced: 'speed fast' }
  })
  return { ...task, usage: { ...task.usage, requests } }
}

describe('a request that list prices do not know', () => {
  it('costs nothing known in a replay, and not what others cost', () => {
    const cost = compareTask(unpricedTask(), onRecord)
    expect(cost).toMatchObject({ playedUsd: null, comparedRequests: 7 })
    expect(cost.reasons).toContainEqual(sentence)
  })

  it('is named by the timeline, whose cost is without it', () => {
    const { points, notes } = timelineOfTask(unpricedTask(), counter)
    expect(notes).toContainEqual(sentence)
    const whole = timelineOfTask(exampleTask(), counter).points.at(-1)?.cumulativeUsd ?? 0
    expect(points.at(-1)?.cumulativeUsd).toBeLessThan(whole)
  })
})
