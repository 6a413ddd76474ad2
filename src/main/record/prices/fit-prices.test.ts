import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'
import { explainByFit, fitPrices } from './fit-prices.ts'
import type { PricedRequest, PriceRow } from './price-explanation.ts'

const kinds = ['input', 'output', 'cacheWrites', 'cacheReads'] as const

/** Sum of the squared differences from the costs, each a share of its cost. */
function misfit(requests: readonly PricedRequest[], prices: ModelPrices): number {
  return requests.reduce((sum, { usage, costUsd }) => {
    const own = computeCost(usage, prices).costUsd
    return sum + ((own - costUsd) / Math.max(costUsd, 1e-9)) ** 2
  }, 0)
}

describe('fitted prices', () => {
  it('come nearer to the costs than any others near them, and are never below 0', () => {
    const usage = fc.record({
      input: fc.integer({ min: 1, max: 90_000 }),
      output: fc.integer({ min: 1, max: 5000 }),
      cacheWrites: fc.integer({ min: 1, max: 90_000 }),
      cacheReads: fc.integer({ min: 1, max: 200_000 }),
    })
    const price = fc.double({ min: -3, max: 20, noNaN: true })
    const prices = fc.record({ input: price, output: price, cacheWrites: price, cacheReads: price })
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1, maxLength: 12 }), prices, (usages, paid) => {
        const requests = usages.map((own) => ({
          usage: own,
          costUsd: Math.max(0.001, computeCost(own, paid).costUsd),
        }))
        const fitted = fitPrices(requests) ?? {}
        const error = misfit(requests, fitted)
        for (const kind of kinds) {
          const own = fitted[kind] ?? Number.NaN
          expect(own).toBeGreaterThanOrEqual(0)
          for (const other of [own * 0.99, own * 1.01 + 0.001])
            expect(misfit(requests, { ...fitted, [kind]: other })).toBeGreaterThanOrEqual(error - 1e-6)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('are those that made the costs', () => {
    const requests = Array.from({ length: 8 }, (_, at) => {
      const [input, output, cacheReads] = [900 + 311 * (at % 7), 100 + 53 * (at % 5), 7000 * at]
      const costUsd = (input * 2 + output * 7 + cacheReads * 0.4) / 1e6
      return { usage: { input, output, cacheWrites: 0, cacheReads }, costUsd }
    })
    const fitted = fitPrices(requests)
    expect(fitted?.input).toBeCloseTo(2)
    expect(fitted?.output).toBeCloseTo(7)
    expect(fitted?.cacheReads).toBeCloseTo(0.4)
    expect(fitPrices([])).toBeNull()
  })

  it('are paid by one of two kinds that nothing tells apart', () => {
    const usages = [1000, 2000, 3000].map((size) => ({
      input: size,
      output: size,
      cacheWrites: 0,
      cacheReads: 0,
    }))
    const fitted = fitPrices(usages.map((usage) => ({ usage, costUsd: usage.input * 1e-5 })))
    expect([(fitted?.input ?? 0) + (fitted?.output ?? 0), fitted?.cacheReads]).toEqual([
      expect.closeTo(10),
      undefined,
    ])
  })
})

/** Rows of new input and output, or with reads from the cache as well. */
function makeRows(prices: ModelPrices, count: number, model: string | null = null): PriceRow[] {
  return Array.from({ length: count }, (_, requestIndex) => {
    const at = requestIndex + 2
    const usage = {
      input: 900 + 311 * (at % 7),
      output: 100 + 53 * (at % 5),
      cacheWrites: 0,
      cacheReads: prices.cacheReads === undefined ? 0 : 7000 * (at % 11),
    }
    return { requestIndex, usage, costUsd: computeCost(usage, prices).costUsd, model }
  })
}

const [one, other] = [
  { input: 2, output: 7, cacheReads: 0.4 },
  { input: 9, output: 80, cacheReads: 3 },
]

describe('the longest beginning that one set of prices fits', () => {
  it.each([4, 5, 6, 7, 9, 10, 11, 14, 15, 16, 19, 20, 21, 33])(
    'ends where other prices begin: %i',
    (count) => {
      const rows = [...makeRows(one, count), ...makeRows(other, 20)]
      const fit = explainByFit(rows, 0.02)
      expect(fit).toMatchObject({ source: 'fitted', modelId: null, factor: 1, chargesWrites: false })
      expect([fit?.length, fit?.explained]).toEqual([count, count])
      expect(fit?.prices.output).toBeCloseTo(7)
      expect(explainByFit(rows.slice(0, count), 0.02)?.length).toBe(count)
    },
  )

  it.each([
    ['three prices', one, 3, null],
    ['three prices', one, 4, 4],
    ['two prices', { input: 2, output: 7 }, 2, null],
    ['two prices', { input: 2, output: 7 }, 3, 3],
  ])('has more requests than prices: %s and %i requests', (_name, prices, count, length) => {
    expect(explainByFit(makeRows(prices, count), 0.02)?.length ?? null).toBe(length)
  })

  it.each([
    ['four requests of another model do not', 4, 6],
    ['five of them do', 5, 11],
  ])('goes on with another model where enough of it shows the same prices: %s', (_name, more, length) => {
    const rows = [...makeRows(one, 6, 'a'), ...makeRows(one, more, 'b')]
    expect(explainByFit(rows, 0.02)?.length).toBe(length)
  })

  it.each([
    ['unnamed at first', [...makeRows(one, 2), ...makeRows(one, 4, 'a'), ...makeRows(one, 2, 'b')], 6],
    ['unnamed at last', [...makeRows(one, 6, 'a'), ...makeRows(one, 2)], 8],
    // Too few of the first to say anything without the others.
    ['short', [...makeRows(one, 2, 'a'), ...makeRows(one, 3, 'b')], 5],
  ])('knows where a model ends that is %s', (_name, rows, length) => {
    expect(explainByFit(rows, 0.02)?.length).toBe(length)
  })

  it('is none of nothing', () => {
    expect(explainByFit([], 0.02)).toBeNull()
  })
})
