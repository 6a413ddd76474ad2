import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPrices } from './fit-prices.ts'

describe('fitted prices', () => {
  it('are those that made the costs, and never below 0', () => {
    const price = fc.double({ min: 0, max: 90, noNaN: true })
    const usage = fc.record({
      input: fc.integer({ min: 1, max: 90_000 }),
      output: fc.integer({ min: 1, max: 5000 }),
      cacheWrites: fc.integer({ min: 1, max: 90_000 }),
      cacheReads: fc.integer({ min: 1, max: 200_000 }),
    })
    const prices = fc.record({ input: price, output: price, cacheWrites: price, cacheReads: price })
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1, maxLength: 12 }), prices, (usages, paid) => {
        const requests = usages.map((own) => ({
          usage: own,
          costUsd:
            (own.input * paid.input +
              own.output * paid.output +
              own.cacheWrites * paid.cacheWrites +
              own.cacheReads * paid.cacheReads) /
            1e6,
        }))
        const fitted = fitPrices(requests)
        expect(fitted).not.toBeNull()
        for (const kind of ['input', 'output', 'cacheWrites', 'cacheReads'] as const)
          expect(fitted?.[kind]).toBeGreaterThanOrEqual(0)
      }),
    )
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
})
