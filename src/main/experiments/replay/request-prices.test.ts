import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelPrices } from '../../../shared/domain/pricing.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fitPrices } from './fit-prices.ts'
import { scalePrices } from './price-variants.ts'
import { recordedSplits } from './recorded-split.ts'
import { pricesAt, requestPrices } from './request-prices.ts'

const sonnet = { modelId: 'sonnet', prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 } }
const opus = { modelId: 'opus', prices: { input: 15, output: 75, cacheWrites: 18.75, cacheReads: 1.5 } }

/** Requests of OpenAI's protocol: the input holds what was read. `paid` are prices per million. */
function requestsAt(paid: ModelPrices, count: number, from = 0): RequestUsage[] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index
    const [read, fresh, out] = [7000 * at, 900 + 311 * (at % 7), 100 + 53 * (at % 5)]
    const { input = 0, cacheReads = 0, output = 0 } = paid
    const costUsd = (fresh * input + read * cacheReads + out * output) / 1e6
    return { tokensIn: read + fresh, cacheReads: read, tokensOut: out, apiProtocol: 'openai', costUsd }
  })
}

describe('the prices of a record', () => {
  it.each([
    [
      'are those of the library',
      sonnet.prices,
      { source: 'library', modelId: 'sonnet', factor: 1, chargesWrites: false },
    ],
    [
      'are those times a surcharge',
      scalePrices(sonnet.prices, 1.05),
      { source: 'library', modelId: 'sonnet', factor: 1.05 },
    ],
    [
      'may charge all new input as writes',
      { ...sonnet.prices, input: 3.75 },
      { source: 'library', modelId: 'sonnet', factor: 1, chargesWrites: true },
    ],
    [
      'are fitted where no known ones explain them',
      { input: 2, output: 7, cacheReads: 1.1 },
      { source: 'fitted', modelId: null, factor: 1 },
    ],
  ])('%s', (_name, paid, expected) => {
    const stretches = requestPrices(requestsAt(paid, 9), [opus, sonnet])
    expect(stretches).toHaveLength(1)
    const { factor, ...rest } = expected
    expect(stretches[0]).toMatchObject({ ...rest, firstRequest: 0, lastRequest: 8, requests: 9 })
    expect(stretches[0]?.factor).toBeCloseTo(factor)
    expect(stretches[0]?.worstErrorPercent).toBeLessThan(0.001)
    expect(stretches[0]?.prices.output).toBeCloseTo(paid.output ?? 0, 6)
  })

  it('have the usual proportions where the model is unknown', () => {
    const [stretch, ...more] = requestPrices(requestsAt(scalePrices(sonnet.prices, 0.1), 9), [])
    expect(more).toEqual([])
    expect(stretch).toMatchObject({ source: 'usual', chargesWrites: false, modelId: null })
    expect(stretch?.factor).toBeCloseTo(0.3)
    expect(stretch?.text).toContain('$0.30 per million tokens of input')
  })

  it('change where the model changes', () => {
    const requests = [...requestsAt(sonnet.prices, 5), ...requestsAt(opus.prices, 4, 5)]
    const stretches = requestPrices(requests, [sonnet, opus])
    expect(
      stretches.map(({ modelId, firstRequest, lastRequest }) => [modelId, firstRequest, lastRequest]),
    ).toEqual([
      ['sonnet', 0, 4],
      ['opus', 5, 8],
    ])
    expect(pricesAt(stretches, 2)?.input).toBe(3)
    expect(pricesAt(stretches, 5)?.input).toBe(15)
    expect(pricesAt(stretches, 99)?.input).toBe(15)
  })

  it('follow the tiers of long contexts, also where new input is charged as writes', () => {
    const tiers = [
      { aboveInputTokens: 30_000, prices: { input: 6, output: 22.5, cacheWrites: 7.5, cacheReads: 0.6 } },
    ]
    const paid = { ...sonnet.prices, input: 3.75 }
    const requests = requestsAt(paid, 10).map((request) =>
      request.tokensIn !== undefined && request.tokensIn > 30_000
        ? {
            ...request,
            costUsd:
              ((request.tokensIn - (request.cacheReads ?? 0)) * 7.5 +
                (request.cacheReads ?? 0) * 0.6 +
                (request.tokensOut ?? 0) * 22.5) /
              1e6,
          }
        : request,
    )
    const stretches = requestPrices(requests, [{ modelId: 'long', prices: { ...sonnet.prices, tiers } }])
    expect(stretches).toMatchObject([{ modelId: 'long', factor: 1, chargesWrites: true, requests: 10 }])
  })

  it('follow no single cost that nothing explains', () => {
    const paid = { input: 2, output: 7, cacheReads: 1.1 }
    const requests = requestsAt(paid, 13).map((request, index) =>
      index === 6 ? { ...request, costUsd: 5 } : request,
    )
    const stretches = requestPrices(requests, [sonnet])
    expect(stretches.map(({ firstRequest }) => firstRequest)).toEqual([0, 6, 7])
    for (const { worstErrorPercent } of stretches) expect(worstErrorPercent).toBeLessThan(0.001)
  })

  it('are fitted roughly where no prices explain the costs exactly, and say by how much', () => {
    const exact = requestsAt({ input: 2, output: 7, cacheReads: 1.1 }, 20)
    const rough = exact.map((request, index) => ({
      ...request,
      costUsd: (request.costUsd ?? 0) * (index % 2 === 0 ? 1.08 : 0.92),
    }))
    const [stretch, ...more] = requestPrices(rough, [sonnet])
    expect(more).toEqual([])
    expect(stretch).toMatchObject({ source: 'fitted', requests: 20 })
    expect(stretch?.worstErrorPercent).toBeGreaterThan(2)
    expect(stretch?.worstErrorPercent).toBeLessThan(25)
  })

  it('leave out requests without tokens or cost, and are none where there is nothing', () => {
    const requests = [{ ts: 1 }, ...requestsAt(sonnet.prices, 3), { tokensIn: 5 }, { costUsd: 1 }]
    expect(requestPrices(requests, [sonnet])).toMatchObject([
      { firstRequest: 1, lastRequest: 3, requests: 3 },
    ])
    expect(requestPrices([{ ts: 1 }], [sonnet])).toEqual([])
    expect(pricesAt([], 0)).toBeNull()
  })

  it('are 0 for requests that cost nothing', () => {
    const [stretch, ...more] = requestPrices(requestsAt({ input: 0 }, 6), [sonnet])
    expect(more).toEqual([])
    expect(stretch?.prices).toMatchObject({ input: 0, output: 0 })
  })

  it("know Anthropic's input, which leaves the cached tokens out", () => {
    const requests = Array.from({ length: 6 }, (_, index) => {
      const usage = {
        input: 4 + index,
        cacheWrites: 800 + 90 * (index % 4),
        cacheReads: 9000 * index,
        output: 70 + 9 * index,
      }
      const costUsd =
        (usage.input * 3 + usage.cacheWrites * 3.75 + usage.cacheReads * 0.3 + usage.output * 15) / 1e6
      return {
        tokensIn: usage.input,
        cacheWrites: usage.cacheWrites,
        cacheReads: usage.cacheReads,
        tokensOut: usage.output,
        costUsd,
      }
    })
    expect(requestPrices(requests, [sonnet])).toMatchObject([{ source: 'library', factor: 1, requests: 6 }])
  })
})

describe('what requests recorded', () => {
  it('has its cached tokens apart, whichever way the agent wrote them down', () => {
    const classic = {
      apiProtocol: 'anthropic',
      tokensIn: 20,
      tokensOut: 3,
      cacheWrites: 500,
      cacheReads: 4000,
    }
    const current = {
      apiProtocol: 'openai',
      tokensIn: 4520,
      tokensOut: 3,
      cacheWrites: 500,
      cacheReads: 4000,
    }
    const split = { input: 20, output: 3, cacheWrites: 500, cacheReads: 4000 }
    expect(recordedSplits([classic, current, { tokensIn: 0 }, {}])).toEqual([split, split, null, null])
  })

  it('holds no more cached tokens than input where most requests say that it is part of it', () => {
    const usual = { tokensIn: 5000, tokensOut: 3, cacheWrites: 500, cacheReads: 4000 }
    const [, , , wrong, none] = recordedSplits([
      usual,
      usual,
      usual,
      { ...usual, cacheWrites: 5000 },
      { ...usual, tokensIn: 0 },
    ])
    expect(wrong).toEqual({ input: 0, output: 3, cacheWrites: 1000, cacheReads: 4000 })
    expect(none).toEqual({ input: 0, output: 3, cacheWrites: 500, cacheReads: 4000 })
  })
})

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
    const requests = requestsAt({ input: 2, output: 7, cacheReads: 0.4 }, 8).map((request) => ({
      usage: {
        input: (request.tokensIn ?? 0) - (request.cacheReads ?? 0),
        output: request.tokensOut ?? 0,
        cacheWrites: 0,
        cacheReads: request.cacheReads ?? 0,
      },
      costUsd: request.costUsd ?? 0,
    }))
    const fitted = fitPrices(requests)
    expect(fitted?.input).toBeCloseTo(2)
    expect(fitted?.output).toBeCloseTo(7)
    expect(fitted?.cacheReads).toBeCloseTo(0.4)
    expect(fitPrices([])).toBeNull()
  })
})
