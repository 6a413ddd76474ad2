import { describe, expect, it } from 'vitest'
import { compareTask, type ExampleOptions } from '../testing/prepare-example.ts'
import { characterCounter as counter, examplePrices, exampleTask } from '../testing/replay-example.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const onRecord: ExampleOptions = { known, counter, basis: 'record' }

describe('the record and its replay', () => {
  it('agree by nothing but the record where its own costs tell the prices, or too little is there for a fit', () => {
    const task = exampleTask()
    const priceless = { ...onRecord, known: [] }
    const whole = compareTask(task, priceless)
    const short = exampleTask(3)
    const few = compareTask(short, onRecord)
    for (const { agreement, comparedUsd } of [whole, few]) {
      expect(agreement?.predictedUsd).toBe(0)
      expect(agreement?.circularUsd).toBeCloseTo(comparedUsd ?? 0, 6)
    }
  })
})
