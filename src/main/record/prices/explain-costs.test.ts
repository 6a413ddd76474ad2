import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { PriceFigures } from '../../../shared/replay/types.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'
import { findRequestPrices } from './find-request-prices.ts'
import { scalePrices, usualProportions } from './price-variants.ts'

const sonnet = { modelId: 'sonnet', prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 } }
const opus = { modelId: 'opus', prices: { input: 15, output: 75, cacheWrites: 18.75, cacheReads: 1.5 } }

/** Usage of a request with so many tokens of input, no two in the same proportions. */
function makeUsage(size: number, at = 0): TokenUsage {
  const [input, cacheWrites, output] = [40 + 17 * (at % 5), 900 + 311 * (at % 7), 100 + 530 * (at % 3)]
  return { input, cacheWrites, cacheReads: size - input - cacheWrites, output }
}

/** What Anthropic records of a request that was paid for at such prices, times a factor. */
function paid(usage: TokenUsage, prices: ModelPrices, factor = 1): RequestUsage {
  const { input, output, cacheWrites, cacheReads } = usage
  const costUsd = computeCost(usage, prices).costUsd * factor
  return { tokensIn: input, tokensOut: output, cacheWrites, cacheReads, apiProtocol: 'anthropic', costUsd }
}

/** Requests of such sizes at prices that may depend on the size. */
function paidBySize(sizes: readonly number[], pricesOf: (size: number) => ModelPrices): RequestUsage[] {
  return sizes.map((size, at) => paid(makeUsage(size, at), pricesOf(size)))
}

const formatSegmentRanges = (segments: readonly PriceFigures[]) =>
  segments.map(({ firstRequest, lastRequest }) => `${firstRequest} to ${lastRequest}`)
const listTiers = (segments: readonly PriceFigures[]) => segments.flatMap(({ prices }) => prices.tiers ?? [])

/** What Anthropic and Google take above a size. */
const dear = { input: 6, output: 22.5, cacheWrites: 7.5, cacheReads: 0.6 }

describe('a surcharge on long contexts', () => {
  it.each([
    32_000, 32_768, 64_000, 65_536, 100_000, 128_000, 131_072, 200_000, 256_000, 262_144, 272_000, 400_000,
    512_000,
  ])('is found from the size on from which vendors take more: %i', (limit) => {
    const sizes = [limit, 20_000, 25_000, 30_000, limit + 1, limit + 5000, limit + 9000, 21_000]
    const segments = findRequestPrices(
      paidBySize(sizes, (size) => (size > limit ? dear : sonnet.prices)),
      [sonnet],
    )
    expect(formatSegmentRanges(segments)).toEqual(['0 to 7'])
    expect(segments[0]).toMatchObject({
      source: 'library',
      prices: { tiers: [{ aboveInputTokens: limit, prices: dear }] },
    })
  })

  it.each([
    ['two long requests show it', [20_000, 25_000, 30_000, 40_000, 45_000], 1],
    ['a single one does not', [20_000, 25_000, 30_000, 40_000, 22_000], 0],
    ['no size at which vendors take more lies between', [33_000, 34_000, 35_000, 40_000, 45_000], 0],
  ])('is found where %s', (_name, sizes, tiers) => {
    const limit = Math.max(...sizes.slice(0, 3))
    const requests = paidBySize(sizes, (size) => (size > limit ? dear : sonnet.prices))
    expect(listTiers(findRequestPrices(requests, [sonnet]))).toHaveLength(tiers)
  })

  it.each([
    [1.05, 0],
    [1.3, 1],
    [4.5, 1],
    [5.5, 0],
  ])('of %d times the price is found as far as anybody takes so much', (factor, tiers) => {
    const sizes = [20_000, 25_000, 30_000, ...Array.from({ length: 9 }, (_, at) => 40_000 + 1000 * at)]
    const above = scalePrices(sonnet.prices, factor)
    const segments = findRequestPrices(
      paidBySize(sizes, (size) => (size > 32_000 ? above : sonnet.prices)),
      [sonnet],
    )
    expect(listTiers(segments)).toHaveLength(tiers)
    expect(listTiers(segments)[0]?.prices.output ?? 15 * factor).toBeCloseTo(15 * factor, 6)
  })

  const grown = [20_000, 25_000, 30_000, 40_000, 45_000, 50_000]
  const bySize = paidBySize(grown, (size) => (size > 32_000 ? dear : sonnet.prices))
  it.each([
    ['of one model', ['a', 'a', 'a', 'a', 'a', 'a'], 1],
    ['without names of models', [], 1],
    ['whose model is named later', [null, null, null, 'a', 'a', 'a'], 1],
    ['whose model is no longer named', ['a', 'a', 'a', null, null, null], 1],
    ['that go to another model', ['a', 'a', 'a', 'b', 'b', 'b'], 0],
    ['of which all but the first long one go to another model', ['a', 'a', 'a', 'a', 'b', 'b'], 0],
  ])('is found in requests of one model only: %s', (_name, models, tiers) => {
    expect(listTiers(findRequestPrices(bySize, [sonnet], models))).toHaveLength(tiers)
  })

  it('is found where writing to the cache has no price', () => {
    const gemini = { modelId: 'gemini', prices: { input: 1.25, output: 10, cacheReads: 0.31 } }
    const long = { input: 2.5, output: 15, cacheReads: 0.62 }
    const requests = [20_000, 25_000, 30_000, 40_000, 45_000].map((size, at) =>
      paid({ ...makeUsage(size, at), cacheWrites: 0 }, size > 32_000 ? long : gemini.prices),
    )
    expect(listTiers(findRequestPrices(requests, [gemini]))).toMatchObject([{ prices: long }])
  })

  it('is none where another known model costs just that', () => {
    const segments = findRequestPrices(bySize, [sonnet, { modelId: 'dear', prices: dear }])
    expect(segments.map(({ modelId }) => modelId)).toEqual(['sonnet', 'dear'])
    expect(listTiers(segments)).toEqual([])
  })
})

/** `.` costs what Sonnet does, `x` what nothing explains, `o` what Opus does. */
function requestsLike(pattern: string): RequestUsage[] {
  const odd = [1.37, 0.21, 4.9, 0.6]
  let odds = 0
  return pattern.split('').map((kind, at) => {
    const usage = makeUsage(9000 + 1100 * at, at)
    if (kind === 'o') return paid(usage, opus.prices)
    return paid(usage, sonnet.prices, kind === 'x' ? odd[odds++ % odd.length] : 1)
  })
}

describe('odd costs', () => {
  it.each<[string, string, number]>([
    ['one between others', '...x..', 5],
    ['two in a row', '...xx..', 6],
    ['three in a row', '...xxx..', 2],
    ['one after too few', '..x...', 1],
    ['one with another one close behind', '...x.x..', 2],
    ['one shortly before the end', '...x.', 4],
    ['the last one', '...x', 2],
    ['the last one after another', '...x..x', 5],
    ['what another known model costs', '...o..', 2],
  ])('lie within a segment where the same prices go on on both sides: %s', (_name, pattern, last) => {
    expect(findRequestPrices(requestsLike(pattern), [sonnet, opus])[0]).toMatchObject({
      modelId: 'sonnet',
      factor: 1,
      lastRequest: last,
    })
  })

  it.each([
    ['of the same model', ['a', 'a', 'a', 'a', 'a', 'a'], 5],
    ['of a model that had another name at first', ['b', 'b', 'a', 'a', 'a', 'a'], 5],
    ['of an unnamed model', ['a', 'a', 'a', null, 'a', 'a'], 5],
    ['after an unnamed model', [null, null, null, 'b', null, null], 5],
    ['before another model at the same prices', ['a', 'a', 'a', 'a', 'b', 'b'], 5],
    ['of another model', ['a', 'a', 'a', 'b', 'a', 'a'], 2],
  ])('lie within a segment of one model: %s', (_name, models, last) => {
    expect(findRequestPrices(requestsLike('...x..'), [sonnet], models)[0]).toMatchObject({
      lastRequest: last,
    })
  })

  it.each([
    ['of the same model', ['a', 'a', 'a', 'a'], 1, 3],
    ['of another model', ['b', 'a', 'a', 'a'], 1, 0],
    ['before requests with a surcharge', ['a', 'a', 'a', 'a'], 1.05, 0],
  ])('come first in a segment: %s', (_name, models, factor, last) => {
    const requests = requestsLike('x...').map((request, at) =>
      at === 0 ? request : { ...request, costUsd: (request.costUsd ?? 0) * factor },
    )
    expect(findRequestPrices(requests, [sonnet], models)[0]).toMatchObject({ lastRequest: last })
  })

  it('come first in a segment that ends where another model begins', () => {
    expect(formatSegmentRanges(findRequestPrices(requestsLike('x...oo'), [sonnet, opus]))).toEqual([
      '0 to 3',
      '4 to 5',
    ])
  })
})

const nine = Array.from({ length: 9 }, (_, at) => makeUsage(9000 + 1100 * at, at))

describe('known prices', () => {
  it.each([
    [0.5, 'library'],
    [0.8, 'library'],
    [2, 'library'],
    [0.45, 'usual'],
    [2.2, 'usual'],
  ])('may be charged at half of them, as batches are, up to twice: %d is from %s', (factor, source) => {
    const requests = nine.map((usage) => paid(usage, sonnet.prices, factor))
    expect(findRequestPrices(requests, [sonnet])).toMatchObject([{ source, requests: 9 }])
  })

  it('have the middle factor of their requests', () => {
    const factors = [1.046, 1.053, 1.052, 1.048, 1.05]
    const requests = factors.map((factor, at) => paid(makeUsage(9000 + 1100 * at, at), sonnet.prices, factor))
    const [segment] = findRequestPrices(requests, [sonnet])
    expect(segment).toMatchObject({ source: 'library', requests: 5 })
    expect(segment?.factor).toBeCloseTo(1.05, 6)
    expect(segment?.worstErrorPercent).toBeCloseTo((100 * 0.004) / 1.046, 6)
  })

  it('are those of the model that needs no factor', () => {
    const cheaper = { modelId: 'cheaper', prices: scalePrices(sonnet.prices, 0.75) }
    for (const known of [
      [cheaper, sonnet],
      [sonnet, cheaper],
    ])
      expect(
        findRequestPrices(
          nine.map((usage) => paid(usage, sonnet.prices)),
          known,
        ),
      ).toMatchObject([{ modelId: 'sonnet', factor: 1 }])
  })

  it('are those that explain the costs more exactly', () => {
    const close = { modelId: 'close', prices: { ...sonnet.prices, cacheReads: 0.303 } }
    for (const known of [
      [close, sonnet],
      [sonnet, close],
    ])
      expect(
        findRequestPrices(
          nine.map((usage) => paid(usage, close.prices)),
          known,
        ),
      ).toMatchObject([{ modelId: 'close', factor: 1 }])
  })

  it('are none where a factor is right for a while, and other prices explain all', () => {
    const unknown = { ...scalePrices(sonnet.prices, 1.1), cacheReads: 1 }
    const requests = nine.map((usage, at) => paid(at < 4 ? { ...usage, cacheReads: 0 } : usage, unknown))
    expect(findRequestPrices(requests.slice(0, 4), [sonnet])).toMatchObject([{ source: 'library' }])
    expect(findRequestPrices(requests, [sonnet])).toMatchObject([{ source: 'fitted', requests: 9 }])
  })

  it('charge no input as written where none was new', () => {
    const requests = nine.map((usage) => paid({ ...usage, input: 0 }, sonnet.prices))
    expect(findRequestPrices(requests, [sonnet])).toMatchObject([{ modelId: 'sonnet', chargesWrites: false }])
  })
})

describe('the prices of a single request', () => {
  it.each([0.8, 1, 3, 5, 15])('are no chance where the input costs what Anthropic takes: $%d', (input) => {
    const requests = [paid(makeUsage(9000), usualProportions, input)]
    expect(findRequestPrices(requests, [])[0]?.isCircular).toBeUndefined()
  })

  it.each([2, 3.05, 16])('are taken from its own cost where nobody takes them: $%d', (input) => {
    expect(findRequestPrices([paid(makeUsage(9000), usualProportions, input)], [])).toMatchObject([
      { source: 'usual', isCircular: true },
    ])
  })

  it.each([
    ['was charged before', [1.2, 1.2, 1.2, 1.2], undefined],
    ['was a single request’s before', [1.2], true],
    ['is new', [1.5, 1.5, 1.5, 1.5], true],
  ])('are known with a factor that %s', (_name, factors, isCircular) => {
    const before = factors.map((factor, at) => paid(makeUsage(9000 + 1100 * at, at), sonnet.prices, factor))
    const between = nine.slice(0, 3).map((usage) => paid(usage, opus.prices))
    const requests = [...before, ...between, paid(makeUsage(12_000, 2), sonnet.prices, 1.2)]
    const models = requests.map(({ costUsd }) => (between.some((own) => own.costUsd === costUsd) ? 'b' : 'a'))
    const last = findRequestPrices(requests, [sonnet, opus], models).at(-1)
    expect(last).toMatchObject({ modelId: 'sonnet', requests: 1 })
    expect(last?.isCircular).toBe(isCircular)
  })

  it('are not those of a neighbour that differs by more than one percent', () => {
    const requests = [
      paid(makeUsage(9000), sonnet.prices, 1.2),
      paid(makeUsage(10_000, 1), sonnet.prices, 1.218),
    ]
    expect(formatSegmentRanges(findRequestPrices(requests, [sonnet]))).toEqual(['0 to 0', '1 to 1'])
  })

  it('are nothing where it was free', () => {
    const requests = [paid(makeUsage(9000), sonnet.prices, 0), paid(makeUsage(10_000, 1), sonnet.prices)]
    const segments = findRequestPrices(requests, [sonnet])
    expect(segments).toMatchObject([
      { source: 'fitted', factor: 1, chargesWrites: false, isFree: true, requests: 1 },
      { source: 'library', requests: 1 },
    ])
    expect(segments[0]?.prices).toMatchObject({ input: 0, output: 0, cacheWrites: 0, cacheReads: 0 })
  })
})

it.each([
  [8, true],
  [7, false],
])('%i costs that nothing explains exactly are fitted roughly: %s', (count, isFitted) => {
  const rough = nine
    .slice(0, count)
    .map((usage, at) =>
      paid(usage, { input: 2, output: 70, cacheWrites: 9, cacheReads: 2 }, at % 2 === 0 ? 1.09 : 0.91),
    )
  expect(findRequestPrices(rough, [sonnet])[0]?.requests === count).toBe(isFitted)
})
