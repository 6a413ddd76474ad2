import { describe, expect, it } from 'vitest'
import {
  changedExample as changed,
  characterCounter as counter,
  examplePrices,
  exampleTask,
} from '../testing/replay-example.ts'
import { compareWithRecord } from './compare-with-record.ts'
import { prepareReplay, type ReplayOptions } from './prepare-replay.ts'
import type { RecordedTask } from './recorded-context.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const onRecord: ReplayOptions = { known, counter, basis: 'record' }
const onModel: ReplayOptions = { known, counter, basis: 'model' }

describe('the record and its replay', () => {
  it('agree where all was recorded', () => {
    const task = exampleTask()
    const cost = compareWithRecord(task.usage, prepareReplay(task, onRecord), prepareReplay(task, onModel))
    expect(cost).toMatchObject({ requests: 8, comparedRequests: 8, cacheDeviations: 0, reasons: [] })
    expect(cost.comparedUsd).toBeCloseTo(0.07965, 10)
    expect(cost.replayedUsd).toBeCloseTo(0.07965, 10)
    expect(cost.modelledDifferencePercent).toBeCloseTo(0, 6)
  })

  it('calls no deviation what vendors round away', () => {
    const task = changed((request, index) =>
      index === 4
        ? { cacheReads: (request.cacheReads ?? 0) - 10, cacheWrites: (request.cacheWrites ?? 0) + 10 }
        : {},
    )
    const cost = compareWithRecord(task.usage, prepareReplay(task, onRecord), prepareReplay(task, onModel))
    expect(cost.cacheDeviations).toBe(0)
  })

  it('differ in the model alone where the cache had lost what it should have kept', () => {
    const task = changed((_, index) =>
      index === 5 ? { cacheReads: 0, cacheWrites: 11_000, costUsd: (11_000 * 3.75 + 1500) / 1e6 } : {},
    )
    const cost = compareWithRecord(task.usage, prepareReplay(task, onRecord), prepareReplay(task, onModel))
    expect(cost.differencePercent).toBeCloseTo(0, 6)
    expect(cost.modelledDifferencePercent).toBeLessThan(-20)
    expect(cost.cacheDeviations).toBe(1)
  })

  it.each<[string, RecordedTask, number, RegExp]>([
    [
      'requests without usage',
      changed((_, index) =>
        index === 2
          ? { tokensIn: undefined, cacheReads: undefined, cacheWrites: undefined, costUsd: undefined }
          : {},
      ),
      7,
      /^1 request without recorded tokens/,
    ],
    [
      'requests without a cost',
      changed((_, index) => (index < 2 ? { costUsd: undefined } : {})),
      6,
      /^2 requests without a recorded cost/,
    ],
    [
      'a condensation that deleted what was sent',
      {
        ...exampleTask(),
        usage: { ...exampleTask().usage, condensations: [{ ts: 1_700_000_000_000 + 16_000, costUsd: 1 }] },
      },
      6,
      /^2 requests cannot be played again\. The agent condensed/,
    ],
    [
      'a wrong figure among right ones',
      changed(({ cacheReads = 0, cacheWrites = 0 }, index) => {
        const tokensIn = cacheReads + cacheWrites
        return index === 5 ? { tokensIn, cacheWrites: tokensIn } : { tokensIn }
      }),
      8,
      /^1 request with more cached tokens than input, unlike the others \(5\)/,
    ],
    ['no costs at all', changed(() => ({ costUsd: undefined })), 0, /no prices are known/],
  ])('say why they cannot be compared: %s', (_name, task, compared, reason) => {
    const cost = compareWithRecord(task.usage, prepareReplay(task, onRecord), prepareReplay(task, onModel))
    expect(cost.comparedRequests).toBe(compared)
    expect(cost.reasons.some((text) => reason.test(text))).toBe(true)
    expect(cost.differencePercent === null).toBe(compared === 0)
    expect(cost.differencePercent ?? 0).toBeCloseTo(0, 6)
  })
})
