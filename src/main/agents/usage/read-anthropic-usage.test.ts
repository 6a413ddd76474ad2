import { describe, expect, it } from 'vitest'
import { findUnpricedTerms } from './pricing-terms.ts'
import { readAnthropicUsage } from './read-anthropic-usage.ts'

const written = (aggregate: object, brief: number, hourly: number) =>
  readAnthropicUsage({
    input_tokens: 10,
    ...aggregate,
    cache_creation: { ephemeral_5m_input_tokens: brief, ephemeral_1h_input_tokens: hourly },
  })

describe('the usage of Anthropic', () => {
  it.each([
    ['sums what was written where a gateway leaves the sum out', {}, 10_000, 50_000, 60_000, 50_000],
    [
      'takes no more for an hour than was written',
      { cache_creation_input_tokens: 60_000 },
      0,
      80_000,
      60_000,
      60_000,
    ],
    ['keeps a plain split', { cache_creation_input_tokens: 100 }, 40, 60, 100, 60],
  ])('%s', (_name, aggregate, brief, hourly, cacheWrites, cacheWrites1h) => {
    expect(written(aggregate, brief, hourly)).toMatchObject({ cacheWrites, cacheWrites1h })
  })
})

describe('the way in which a request was served', () => {
  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ speed: 'fast' }, 'speed fast'],
    [{ service_tier: 'priority', speed: 'standard' }, 'service tier priority'],
    [{ service_tier: 'batch' }, 'service tier batch'],
    [{ inference_geo: 'us', speed: 'turbo' }, 'speed turbo, inference geo us'],
    [{ speed: 3 }, 'speed of an unknown kind'],
    [{ speed: '\u001b[31mred\n' }, 'speed ??31mred?'],
  ])('has no list price as %j', (usage, unpriced) => {
    expect(findUnpricedTerms(usage)).toEqual({ unpriced })
  })

  it.each([
    {},
    { speed: 'standard', service_tier: 'standard', inference_geo: 'not_available' },
    { speed: null, service_tier: 'default', inference_geo: '' },
    { inference_geo: 'global' },
  ])('is that of all requests as %j', (usage) => {
    expect(findUnpricedTerms(usage)).toEqual({})
  })
})
