import { expect, it } from 'vitest'
import { describeRecordedMoney, estimateArmMoney } from './estimate-arm-money.ts'

/** Claude Sonnet's, US dollars per million tokens. */
const prices = { input: 3, output: 15, cacheReads: 0.3, cacheWrites: 3.75 }
const cut = { requestsAfter: 40, slope: 1, prices, recorded: null }

it('weighs what is no longer read against what is written anew, and a summary', () => {
  // 80,000 tokens less for 40 requests at $0.30; 20,000 written at $3.75 instead of read.
  const without = estimateArmMoney(cut, { tokensBefore: 100_000, tokensAfter: 20_000, summaryTokens: null })
  expect(without?.savedPerRequestUsd).toBeCloseTo(0.024)
  expect(without?.onceUsd).toBeCloseTo(0.069)
  expect(without?.changeUsd).toBeCloseTo(0.069 - 0.96)
  expect(without?.breakEvenRequests).toBe(3)
  // And a call that reads 100,000 tokens and writes 2,000.
  const summarised = estimateArmMoney(cut, {
    tokensBefore: 100_000,
    tokensAfter: 20_000,
    summaryTokens: 2000,
  })
  expect(summarised?.onceUsd).toBeCloseTo(0.069 + 0.03 + 0.03)
  expect(summarised?.breakEvenRequests).toBe(6)
})

it('counts in tokens of the model', () => {
  const money = estimateArmMoney(
    { ...cut, slope: 1.5 },
    { tokensBefore: 100_000, tokensAfter: 20_000, summaryTokens: null },
  )
  expect(money?.savedPerRequestUsd).toBeCloseTo(0.036)
})

it('pays for itself at once where nothing is cached', () => {
  const money = estimateArmMoney(
    { ...cut, prices: { input: 3, output: 15 } },
    { tokensBefore: 100_000, tokensAfter: 20_000, summaryTokens: null },
  )
  expect(money).toMatchObject({ onceUsd: 0, breakEvenRequests: 1 })
  expect(money?.changeUsd).toBeCloseTo(-9.6)
})

it('is against what was recorded, with what is read again and what the summary of the agent took', () => {
  const recorded = { tokens: 8000, onceUsd: 0.1, reReadUsd: 0.02, neverUsd: 0.5 }
  const money = estimateArmMoney(
    { ...cut, recorded },
    { tokensBefore: 100_000, tokensAfter: 20_000, summaryTokens: null, reReadUsd: 0.01 },
  )
  // 12,000 tokens more than the agent left for 40 requests at $0.30.
  expect(money?.savedPerRequestUsd).toBeCloseTo(-0.0036)
  expect(money?.changeUsd).toBeCloseTo(0.069 + 0.01 - 0.12 + 0.144)
  expect(money?.breakEvenRequests).toBeNull()
  expect(describeRecordedMoney({ ...cut, recorded })).toMatchObject({ changeUsd: 0, onceUsd: 0.1 })
})

it('changes nothing where nothing was condensed, and never pays where the history grew', () => {
  expect(estimateArmMoney(cut, { tokensBefore: 5000, tokensAfter: 5000, summaryTokens: 100 })).toMatchObject({
    onceUsd: 0,
    changeUsd: 0,
    breakEvenRequests: null,
  })
  const grown = estimateArmMoney(cut, { tokensBefore: 5000, tokensAfter: 6000, summaryTokens: null })
  expect(grown?.breakEvenRequests).toBeNull()
  expect(grown?.changeUsd).toBeGreaterThan(0)
})

it('is only the cost of condensing where the task ended at the cut, and not known without prices', () => {
  const condensed = { tokensBefore: 100_000, tokensAfter: 20_000, summaryTokens: null }
  expect(estimateArmMoney({ ...cut, requestsAfter: 0 }, condensed)?.changeUsd).toBeCloseTo(0.069)
  expect(estimateArmMoney({ ...cut, prices: null }, condensed)).toBeNull()
})
