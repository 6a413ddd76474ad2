import { describe, expect, it } from 'vitest'
import { characterCounter as counter, examplePrices, exampleTask } from './testing/replay-example.ts'
import { compareWithRecord } from './compare-with-record.ts'
import { prepareReplay, type ReplayOptions } from './prepare-replay.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const onRecord: ReplayOptions = { known, counter, basis: 'record' }
const onModel: ReplayOptions = { known, counter, basis: 'model' }

describe('the record and its replay', () => {
  it('agree by nothing but the record where its own costs tell the prices, or too little is there for a fit', () => {
    const task = exampleTask()
    const priceless = { ...onRecord, known: [] }
    const told = compareWithRecord(
      task.usage,
      prepareReplay(task, priceless),
      prepareReplay(task, { ...priceless, basis: 'model' }),
    )
    const short = exampleTask(3)
    const few = compareWithRecord(short.usage, prepareReplay(short, onRecord), prepareReplay(short, onModel))
    for (const { agreement, comparedUsd } of [told, few]) {
      expect(agreement?.predictedUsd).toBe(0)
      expect(agreement?.circularUsd).toBeCloseTo(comparedUsd ?? 0, 6)
    }
  })
})
