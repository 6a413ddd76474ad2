import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { withPriceText } from '../../../shared/models/prices-words.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { findPriceSegment, findRequestPrices } from './find-request-prices.ts'
import { scalePrices, type KnownPrices } from './price-variants.ts'

const sonnet = { modelId: 'sonnet', prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 } }
const opus = { modelId: 'opus', prices: { input: 15, output: 75, cacheWrites: 18.75, cacheReads: 1.5 } }

/** Requests of OpenAI's protocol: the input holds what was read. `paid` are prices per million. */
function makePaidRequests(paid: ModelPrices, count: number, from = 0): RequestUsage[] {
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
    const segments = findRequestPrices(makePaidRequests(paid, 9), [opus, sonnet])
    expect(segments).toHaveLength(1)
    const { factor, ...rest } = expected
    expect(segments[0]).toMatchObject({ ...rest, firstRequest: 0, lastRequest: 8, requests: 9 })
    expect(segments[0]?.factor).toBeCloseTo(factor)
    expect(segments[0]?.worstErrorPercent).toBeLessThan(0.001)
    expect(segments[0]?.prices.output).toBeCloseTo(paid.output ?? 0, 6)
  })

  it.each([
    { odd: 1, known: 3, first: { source: 'library', factor: 1, firstRequest: 0, lastRequest: 3 } },
    { odd: 2, known: 3, first: { source: 'library', factor: 1, firstRequest: 0, lastRequest: 4 } },
    { odd: 1, known: 2, first: { firstRequest: 0, lastRequest: 0 } },
    { odd: 2, known: 2, first: { firstRequest: 0, lastRequest: 0 } },
    { odd: 3, known: 5, first: { firstRequest: 0, lastRequest: 0 } },
  ])(
    'hold for $odd odd costs before $known known ones only where few come before enough',
    ({ odd, known, first }) => {
      const requests = makePaidRequests(sonnet.prices, odd + known).map((request, at) => ({
        ...request,
        costUsd: (request.costUsd ?? 0) * (at < odd ? ([1.37, 0.21, 4.9][at] ?? 1) : 1),
      }))
      expect(findRequestPrices(requests, [opus, sonnet])[0]).toMatchObject(first)
    },
  )

  it('have the usual proportions where the model is unknown', () => {
    const [segment, ...more] = findRequestPrices(makePaidRequests(scalePrices(sonnet.prices, 0.1), 9), [])
    expect(more).toEqual([])
    expect(segment).toMatchObject({ source: 'usual', chargesWrites: false, modelId: null })
    expect(segment?.factor).toBeCloseTo(0.3)
    expect(segment && withPriceText(segment).text).toContain('$0.30 per million tokens of input')
  })

  it.each([
    ['no known model', []],
    ['a model with known prices', [sonnet]],
  ])('are not taken from a single request of %s that no likely price explains', (_name, known) => {
    const [segment] = findRequestPrices([{ ts: 0, tokensIn: 21, tokensOut: 8, costUsd: 0.13 }], known)
    expect(segment).toMatchObject({ isCircular: true, requests: 1 })
    expect(segment && withPriceText(segment).text).toBe(
      'The cost of 1 request cannot be explained by its tokens and any known prices: it is spread over them in the usual proportions.',
    )
  })

  it('change where the model changes', () => {
    const requests = [...makePaidRequests(sonnet.prices, 5), ...makePaidRequests(opus.prices, 4, 5)]
    const segments = findRequestPrices(requests, [sonnet, opus])
    expect(
      segments.map(({ modelId, firstRequest, lastRequest }) => [modelId, firstRequest, lastRequest]),
    ).toEqual([
      ['sonnet', 0, 4],
      ['opus', 5, 8],
    ])
    expect(findPriceSegment(segments, 2)?.segment.prices.input).toBe(3)
    expect(findPriceSegment(segments, 5)?.segment.prices.input).toBe(15)
    expect(findPriceSegment(segments, 99)?.segment.prices.input).toBe(15)
  })

  it('are not settled by the first request of the next model', () => {
    // Everything new is written, so nothing says what uncached input costs, until another model starts without a cache.
    const written = Array.from({ length: 8 }, (_, at): RequestUsage => {
      const [cacheReads, cacheWrites, tokensOut] = [7000 * at, 900 + 311 * (at % 7), 100 + 53 * (at % 5)]
      const costUsd = (cacheReads * 0.3 + cacheWrites * 3.75 + tokensOut * 15) / 1e6
      return { tokensIn: cacheReads + cacheWrites, cacheReads, cacheWrites, tokensOut, costUsd }
    })
    const other = makePaidRequests({ input: 1.25, output: 10, cacheReads: 0.125 }, 8)
    const models = [...written.map(() => 'one'), ...other.map(() => 'other')]
    const segments = findRequestPrices([...written, ...other], [], models)
    expect(segments.map(({ firstRequest, lastRequest }) => [firstRequest, lastRequest])).toEqual([
      [0, 7],
      [8, 15],
    ])
    expect(segments[0]).toMatchObject({ source: 'usual' })
    expect(segments[0]?.prices.input).toBeCloseTo(3)
  })

  it.each([
    ['of an unknown model', { output: 9, cacheWrites: 2.5, cacheReads: 0.2 }, [], 2],
    ['written to a cache of an hour', { output: 15, cacheWrites: 6, cacheReads: 0.3 }, [sonnet], 3],
    [
      'of a model that the library knows at other prices',
      { output: 7, cacheWrites: 1.9, cacheReads: 0.2 },
      [sonnet],
      1.52,
    ],
  ])('of new input are derived where all of it was written to the cache: %s', (_name, paid, known, input) => {
    const requests = Array.from({ length: 9 }, (_, at): RequestUsage => {
      const [cacheReads, cacheWrites, tokensOut] = [7000 * at, 900 + 311 * (at % 7), 100 + 53 * (at % 5)]
      const costUsd =
        (cacheReads * paid.cacheReads + cacheWrites * paid.cacheWrites + tokensOut * paid.output) / 1e6
      return { tokensIn: cacheReads + cacheWrites, cacheReads, cacheWrites, tokensOut, costUsd }
    })
    const segments = findRequestPrices(
      requests,
      known,
      requests.map(() => 'sonnet'),
    )
    expect(segments).toMatchObject([{ source: 'fitted', requests: 9 }])
    expect(findPriceSegment(segments, 4)?.segment.prices.input).toBeCloseTo(input)
    const { text, derived = '' } = withPriceText(findPriceSegment(segments, 4)!.segment)
    expect(derived).toContain(`$${input.toFixed(2)} per million tokens is derived`)
    expect(text).toContain(derived)
  })

  it('follow the tiers of long contexts, also where new input is charged as writes', () => {
    const tiers = [
      { aboveInputTokens: 30_000, prices: { input: 6, output: 22.5, cacheWrites: 7.5, cacheReads: 0.6 } },
    ]
    const paid = { ...sonnet.prices, input: 3.75 }
    const requests = makePaidRequests(paid, 10).map((request) =>
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
    const segments = findRequestPrices(requests, [{ modelId: 'long', prices: { ...sonnet.prices, tiers } }])
    expect(segments).toMatchObject([{ modelId: 'long', factor: 1, chargesWrites: true, requests: 10 }])
  })

  it.each([
    ['in the middle', 6],
    ['near the end', 11],
    ['at the beginning', 0],
  ])('are not those of a single cost that nothing explains, %s', (_name, at) => {
    const withOdd = (paid: ModelPrices): RequestUsage[] =>
      makePaidRequests(paid, 13, 1).map((request, index) =>
        index === at ? { ...request, costUsd: 5 } : request,
      )
    const [segment, ...more] = findRequestPrices(withOdd(sonnet.prices), [sonnet])
    expect(more).toEqual([])
    expect(segment).toMatchObject({ source: 'library', factor: 1, requests: 13 })
    expect(segment && withPriceText(segment).text).toContain('12 of 13 requests within 0.0 %')
    if (at === 0) return
    const fitted = findRequestPrices(withOdd({ input: 2, output: 7, cacheReads: 1.1 }), [sonnet])
    expect(fitted).toMatchObject([{ source: 'fitted', requests: 13 }])
    expect(fitted[0]?.prices.output).toBeCloseTo(7)
  })

  it('say where nothing but the own cost of a request tells them', () => {
    const [factors, paid] = [[0.7, 1.4, 1.1, 1.7, 0.8, 1.2], makePaidRequests(sonnet.prices, 6, 1)]
    const noisy = paid.map((request, index) => ({
      ...request,
      costUsd: (request.costUsd ?? 0) * (factors[index] ?? 1),
    }))
    const segments = findRequestPrices(noisy, [sonnet])
    expect(segments).toHaveLength(6)
    expect(segments.every((_, at) => findPriceSegment(segments, at)?.segment.isCircular === true)).toBe(true)
    const isCircular = (one: readonly RequestUsage[], known: readonly KnownPrices[]): boolean =>
      findPriceSegment(findRequestPrices(one, known), 0)?.segment.isCircular === true
    expect(isCircular(paid.slice(0, 1), [sonnet])).toBe(false)
    // The proportions are Anthropic's: just one of its prices is no chance.
    expect(isCircular(paid.slice(0, 1), [])).toBe(false)
    expect(isCircular(noisy.slice(0, 1), [])).toBe(true)
  })

  const long = { input: 6, output: 22.5, cacheWrites: 7.5, cacheReads: 0.6 }
  const near = { ...long, input: 5.95, cacheReads: 0.605 }
  const listed = {
    ...sonnet,
    prices: { ...sonnet.prices, tiers: [{ aboveInputTokens: 32_000, prices: long }] },
  }
  /** Unknown prices, with more above a size. */
  const [low, high] = [
    { input: 2.2, output: 9, cacheReads: 0.4 },
    { input: 4, output: 14, cacheReads: 0.9 },
  ]
  const mixed = (below: ModelPrices, above: ModelPrices): RequestUsage[] => {
    const [short, more] = [makePaidRequests(below, 14), makePaidRequests(above, 14)]
    const bySize = short.map((own, at) => ((own.tokensIn ?? 0) > 32_000 ? (more[at] ?? own) : own))
    // Condensed, and short again.
    return [...bySize, ...makePaidRequests(below, 4)]
  }

  it.each([
    ['listed, though not charged, are those without', [listed], mixed(sonnet.prices, sonnet.prices), 0],
    ['listed and charged are the listed ones', [listed], mixed(sonnet.prices, long), 6],
    ['charged, though not listed, are found', [sonnet], mixed(sonnet.prices, long), 6],
    ['near the usual surcharge are those that were charged', [sonnet], mixed(sonnet.prices, near), 5.95],
    ['that nobody knows are found by size', [], mixed(low, high), 4],
  ])('of long contexts %s', (_name, known, requests, input) => {
    const [segment, ...more] = findRequestPrices(requests, known)
    expect(more).toEqual([])
    expect(segment).toMatchObject({ firstRequest: 0, lastRequest: 17, requests: 18 })
    const [tier] = segment?.prices.tiers ?? []
    expect(tier?.prices.input ?? 0).toBeCloseTo(input, 3)
    expect(tier?.aboveInputTokens ?? 32_000).toBe(32_000)
  })

  it('are those of the list where no cost of a model is recorded', () => {
    const requests = makePaidRequests(sonnet.prices, 6).map(({ costUsd, ...request }, at) =>
      at < 3 ? { ...request, costUsd: costUsd ?? 0 } : request,
    )
    const models = requests.map((_, at) => (at < 3 ? 'sonnet' : 'my-opus'))
    const segments = findRequestPrices(requests, [sonnet, { ...opus, recordedAs: 'my-opus' }], models)
    expect(segments).toMatchObject([
      { modelId: 'sonnet', firstRequest: 0, lastRequest: 2 },
      { modelId: 'opus', firstRequest: 3, lastRequest: 5, isListPrice: true, requests: 0 },
    ])
    expect(findPriceSegment(segments, 4)?.segment.prices.input).toBe(15)
    expect(findRequestPrices(requests, [sonnet], models)).toHaveLength(1)
  })

  it('are fitted roughly where no prices explain the costs exactly, and say by how much', () => {
    const exact = makePaidRequests({ input: 2, output: 7, cacheReads: 1.1 }, 20)
    const rough = exact.map((request, index) => ({
      ...request,
      costUsd: (request.costUsd ?? 0) * (index % 2 === 0 ? 1.08 : 0.92),
    }))
    const [segment, ...more] = findRequestPrices(rough, [sonnet])
    expect(more).toEqual([])
    expect(segment).toMatchObject({ source: 'fitted', requests: 20 })
    expect(segment?.worstErrorPercent).toBeGreaterThan(2)
    expect(segment?.worstErrorPercent).toBeLessThan(25)
  })

  it('leave out requests without tokens or cost, and are none where there is nothing', () => {
    const requests = [{ ts: 1 }, ...makePaidRequests(sonnet.prices, 3), { tokensIn: 5 }, { costUsd: 1 }]
    expect(findRequestPrices(requests, [sonnet])).toMatchObject([
      { firstRequest: 1, lastRequest: 3, requests: 3 },
    ])
    expect(findRequestPrices([{ ts: 1 }], [sonnet])).toEqual([])
    expect(findPriceSegment([], 0)).toBeNull()
  })

  it('are 0 for requests that cost nothing', () => {
    const [segment, ...more] = findRequestPrices(makePaidRequests({ input: 0 }, 6), [sonnet])
    expect(more).toEqual([])
    expect(segment?.prices).toMatchObject({ input: 0, output: 0 })
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
    expect(findRequestPrices(requests, [sonnet])).toMatchObject([
      { source: 'library', factor: 1, requests: 6 },
    ])
  })
})
