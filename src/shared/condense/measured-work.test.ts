import { describe, expect, it } from 'vitest'
import { isRefusal, priceOfWork, measureWorkTime } from './measured-work.ts'

const paid = {
  costUsd: 0.02,
  priceUsd: 0.02,
  durationMs: 900,
  modelCalls: 1,
  cacheHits: 0,
  unansweredCalls: 0,
}
const kept = { ...paid, costUsd: 0, modelCalls: 0, cacheHits: 1 }
const refused = { ...paid, costUsd: 0, priceUsd: null, durationMs: 2, modelCalls: 0 }
const free = { ...refused, priceUsd: 0 }
const unanswered = { ...refused, unansweredCalls: 1 }
const unpriced = { ...paid, costUsd: 0, priceUsd: null }
const unpricedArm = { ...refused, statedCostUsd: 0, durationMs: 900 }
const { priceUsd: _price, unansweredCalls: _calls, ...ofOldVersion } = paid

describe('the work of a run', () => {
  it.each([
    ['that was paid', paid, 0.02, 900, false],
    ['with kept answers', kept, 0.02, null, false],
    ['that a provider refused', refused, null, null, true],
    ['that asks nobody', free, 0, 2, false],
    ['with a request that was not answered', unanswered, null, null, false],
    ['without a price', unpriced, null, 900, false],
    ['of an external arm that does not say what it cost', unpricedArm, null, 900, false],
    ['of an older version', ofOldVersion, 0.02, 900, false],
    [
      'of an older version, with kept answers',
      { ...ofOldVersion, costUsd: 0, cacheHits: 1 },
      null,
      null,
      false,
    ],
  ])('%s', (_, stats, price, time, isRefused) => {
    expect([priceOfWork(stats), measureWorkTime(stats), isRefusal(stats)]).toEqual([price, time, isRefused])
  })
})
