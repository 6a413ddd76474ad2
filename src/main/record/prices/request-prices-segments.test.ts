import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { findPriceSegment, findRequestPrices } from './find-request-prices.ts'

const list = { input: 2, output: 8, cacheWrites: 3, cacheReads: 0.5 }
const alpha = { modelId: 'alpha', prices: list }
const beta = { modelId: 'beta', recordedAs: 'my-beta', prices: { input: 1, output: 4 } }

/** Requests without a cache. */
function uncached({ input = 0, output = 0 }: ModelPrices, count: number): RequestUsage[] {
  return Array.from({ length: count }, (_, at) => {
    const [tokensIn, tokensOut] = [9000 + 311 * (at % 7), 100 + 530 * (at % 3)]
    return { tokensIn, tokensOut, costUsd: (tokensIn * input + tokensOut * output) / 1e6 }
  })
}
const unpaid = (requests: readonly RequestUsage[]): RequestUsage[] =>
  requests.map(({ costUsd: _cost, ...request }) => request)

describe('models without a recorded cost', () => {
  const own = uncached(list, 2)
  it('have segments of their own, in the order of the requests', () => {
    const requests = [...unpaid(own), ...own, ...unpaid(own), ...unpaid(own)]
    const models = ['my-beta', 'my-beta', 'alpha', 'alpha', 'my-beta', 'my-beta', 'gamma', 'my-beta']
    expect(
      findRequestPrices(requests, [alpha, beta], models).map(
        ({ modelId, firstRequest, lastRequest, isListPrice = false }) =>
          `${modelId} ${firstRequest} to ${lastRequest}${isListPrice ? ' by list' : ''}`,
      ),
    ).toEqual(['beta 0 to 1 by list', 'alpha 2 to 3', 'beta 4 to 5 by list', 'beta 7 to 7 by list'])
  })

  it('follow each other in segments of one each', () => {
    const models = ['alpha', 'my-beta']
    expect(findRequestPrices(unpaid(own), [alpha, beta], models)).toMatchObject([
      { modelId: 'alpha', firstRequest: 0, lastRequest: 0, requests: 0, worstErrorPercent: 0 },
      { modelId: 'beta', firstRequest: 1, lastRequest: 1, factor: 1, chargesWrites: false },
    ])
  })

  it('have no prices where no tokens are recorded either', () => {
    expect(findRequestPrices([{ ts: 1 }, { ts: 2 }], [alpha], ['alpha', 'alpha'])).toEqual([])
  })
})

describe('the segment of a request', () => {
  const segments = findRequestPrices([{ ts: 0 }, ...uncached(list, 3), { ts: 1 }], [alpha])
  it.each([
    ['before the first', 0, false],
    ['at the beginning', 1, true],
    ['at the end', 3, true],
    ['behind the last', 4, false],
  ])('is its own or the nearest: %s', (_name, index, isOwn) => {
    expect(findPriceSegment(segments, index)).toEqual({ segment: segments[0], isOwn })
  })

  it('says how many requests it explains only where some are odd', () => {
    expect(segments).toMatchObject([{ firstRequest: 1, lastRequest: 3, requests: 3 }])
    expect(segments[0]).not.toHaveProperty('explained')
    const odd = uncached(list, 6).map((request, at) => (at === 3 ? { ...request, costUsd: 9 } : request))
    expect(findRequestPrices(odd, [alpha])).toMatchObject([{ requests: 6, explained: 5 }])
  })
})

describe('prices that no request of a segment tells', () => {
  it('are not asked for in a record without a cache', () => {
    const [segment] = findRequestPrices(uncached({ input: 2, output: 70 }, 9), [])
    expect(segment?.source).toBe('fitted')
    expect(Object.keys(segment?.prices ?? {}).toSorted()).toEqual(['input', 'output'])
    expect(segment?.derivedPrices).toBeUndefined()
  })

  const written = (count: number): RequestUsage[] =>
    uncached({ input: 0, output: 0 }, count).map(({ tokensIn = 0, tokensOut = 0 }, at) => {
      const cacheReads = 7000 * at
      const costUsd = (tokensIn * 6 + cacheReads * 1 + tokensOut * 90) / 1e6
      return { tokensIn: 0, tokensOut, cacheWrites: tokensIn, cacheReads, costUsd }
    })

  it.each([
    ['named as in the library', 'alpha', alpha],
    ['named otherwise', 'my-alpha', { ...alpha, recordedAs: 'my-alpha' }],
  ])('are derived in the proportions of the list of a model %s', (_name, model, known) => {
    const requests = written(9)
    const models = requests.map((_, at) => (at === 0 ? null : model))
    const [segment] = findRequestPrices(requests, [beta, known], models)
    expect(segment?.derivedPrices).toMatchObject([{ kind: 'input', basis: 'list', modelId: 'alpha' }])
    expect(segment?.prices.input).toBeCloseTo(4)
  })

  it("are derived in Anthropic's where the last request of the segment alone names its protocol", () => {
    const read = uncached({ input: 2, output: 70 }, 9).map((request, at) =>
      at === 8 ? { ...request, apiProtocol: 'anthropic' as const } : request,
    )
    const later = { ts: 1, tokensIn: 900, cacheReads: 500 }
    const [segment] = findRequestPrices([...read, later], [])
    expect(segment?.derivedPrices?.map(({ kind, basis }) => `${kind} ${basis}`)).toEqual([
      'cacheWrites anthropic',
      'cacheReads anthropic',
    ])
    const others = [...uncached({ input: 2, output: 70 }, 9), { ...later, apiProtocol: 'anthropic' as const }]
    expect(findRequestPrices(others, [])[0]?.derivedPrices).toMatchObject([
      { kind: 'cacheReads', basis: 'input' },
    ])
  })
})
