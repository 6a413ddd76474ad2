import { describe, expect, it } from 'vitest'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { priceRequest } from './price-request.ts'
import { priceRules } from './price-rules.ts'

const day = Date.parse('2026-11-20T09:00:00Z')
const now = new Date(day)
const million = { ts: day, tokensIn: 1_000_000, isCacheApart: true } as const
const computeUsd = (request: RequestUsage): number | null | undefined => priceRequest(request, now)?.usd

describe('the bill of a request', () => {
  it.each<[string, RequestUsage, number]>([
    ['fast mode of Opus 5', { modelId: 'claude-opus-5', speed: 'fast' }, 10],
    ['fast mode in the name of a gateway', { modelId: 'anthropic/claude-opus-4.8-fast' }, 10],
    ['the window in the name', { modelId: 'claude-opus-5[1m]' }, 5],
    ['a date', { modelId: 'claude-opus-5@20260801' }, 5],
    ['a region of Bedrock', { modelId: 'us.anthropic.claude-opus-5-v1:0' }, 5.5],
    ['no region of Bedrock', { modelId: 'global.anthropic.claude-opus-4-6-v1' }, 5],
    ['data that stay in the US', { modelId: 'claude-opus-5', geo: 'us' }, 5.5],
    [
      'all of them together',
      { modelId: 'claude-opus-5', geo: 'us', speed: 'fast', serviceTier: 'batch' },
      5.5,
    ],
    ['batch of OpenAI', { modelId: 'gpt-5.6-sol', serviceTier: 'batch', tokensIn: 100_000 }, 0.2],
    ['priority of GPT-5.5', { modelId: 'gpt-5.5', serviceTier: 'priority', tokensIn: 100_000 }, 1.25],
    [
      'priority of a model with another factor',
      { modelId: 'gpt-5-mini', serviceTier: 'priority', tokensIn: 100_000 },
      0.045,
    ],
    ['a promotion', { modelId: 'gpt-5.6-sol', tokensIn: 100_000 }, 0.4],
    [
      'the day behind a promotion',
      { modelId: 'gpt-5.6-sol', tokensIn: 100_000, ts: Date.parse('2026-11-22') },
      0.5,
    ],
    ['web searches', { modelId: 'claude-opus-5', webSearches: 2 }, 5.02],
    [
      'priority that a long context has not',
      { modelId: 'gpt-5.4', serviceTier: 'priority', tokensIn: 300_000 },
      1.5,
    ],
    ['a context that is just not long', { modelId: 'gpt-5.4', tokensIn: 272_000 }, 0.68],
  ])('has %s', (_name, request, usd) => {
    expect(computeUsd({ ...million, ...request })).toBeCloseTo(usd, 9)
  })

  it.each<[string, RequestUsage, string]>([
    ['an unknown speed', { modelId: 'claude-opus-5', speed: 'turbo' }, 'speed turbo'],
    [
      'a model that has no fast mode',
      { modelId: 'claude-sonnet-5', speed: 'fast' },
      'speed fast of claude-sonnet-5 on 2026-11-20',
    ],
    [
      'fast mode after its end',
      { modelId: 'claude-opus-4-8', speed: 'fast', ts: Date.parse('2026-12-01') },
      'speed fast of claude-opus-4-8 on 2026-12-01',
    ],
    [
      'a tier of a contract',
      { modelId: 'claude-opus-5', serviceTier: 'priority' },
      'service tier priority of claude-opus-5 on 2026-11-20',
    ],
    ['an unknown place', { modelId: 'claude-opus-5', geo: 'mars' }, 'geo mars'],
    ['an unknown ending', { modelId: 'claude-opus-4-8-turbo' }, 'model ending -turbo'],
    [
      'an advisor of an unknown model',
      { modelId: 'claude-opus-5', innerCalls: [{ kind: 'advisor', modelId: 'of-nobody', tokensIn: 5 }] },
      'advisor of-nobody',
    ],
    ['an alias', { modelId: 'sonnet[1m]' }, 'sonnet, which names no version of a model'],
    ['a model that nobody lists', { modelId: 'mock/m' }, 'model mock/m'],
    ['another version', { modelId: 'claude-sonnet-5-5' }, 'model ending -5'],
    [
      'a tool of the server that is billed by the hour',
      { modelId: 'claude-opus-5', unknownCharge: 'server tool code_execution' },
      'server tool code_execution',
    ],
    [
      'a call of an unknown kind',
      { modelId: 'claude-opus-5', innerCalls: [{ kind: 'other', tokensIn: 5 }] },
      'a call of an unknown kind',
    ],
  ])('has no sum with %s, and says so', (_name, request, unpriced) => {
    expect(priceRequest({ ...million, ...request }, now)).toMatchObject({ usd: null, unpriced })
  })

  it('shows tokens, list price and rules of each line, those of an advisor at its own model', () => {
    const innerCalls = [
      { kind: 'advisor', modelId: 'claude-sonnet-4-6', tokensIn: 1000, tokensOut: 10 },
    ] as const
    const bill = priceRequest(
      {
        ...million,
        modelId: 'claude-opus-5',
        speed: 'fast',
        tokensIn: 100,
        cacheWrites: 30,
        cacheWrites1h: 20,
        innerCalls: [...innerCalls],
      },
      now,
    )
    expect(
      bill?.lines.map(({ kind, call, model, count, listUsd, rules }) => [
        kind,
        call,
        model,
        count,
        listUsd,
        rules.map(({ factor }) => factor),
      ]),
    ).toEqual([
      ['input', undefined, 'claude-opus-5', 100, 5, [2]],
      ['cacheWrites', undefined, 'claude-opus-5', 10, 6.25, [2]],
      ['cacheWrites1h', undefined, 'claude-opus-5', 20, 10, [2]],
      ['input', 'advisor', 'claude-sonnet-4-6', 1000, 3, []],
      ['output', 'advisor', 'claude-sonnet-4-6', 10, 15, []],
    ])
    expect(bill?.usd).toBeCloseTo((100 * 10 + 10 * 12.5 + 20 * 20 + 1000 * 3 + 10 * 15) / 1e6, 12)
  })

  it('prices a compaction that came to nothing as fast as the request', () => {
    const innerCalls = [{ kind: 'compaction' as const, modelId: 'claude-opus-5', tokensIn: 1000 }]
    const request = { ...million, modelId: 'claude-opus-5', speed: 'fast', tokensIn: 100, innerCalls }
    expect(priceRequest(request, now)?.usd).toBeCloseTo((1100 * 10) / 1e6, 12)
  })

  it('says what was asked for and does not hold', () => {
    const request = { ...million, modelId: 'gpt-5.4', tokensIn: 300_000, serviceTier: 'priority' }
    expect(priceRequest(request, now)?.declined).toEqual(['priority, which takes no more than 272000 tokens'])
  })
})

it('names the source of each rule, when it was read, and how sure it is', () => {
  for (const { source, read, certainty } of priceRules) {
    expect(source).not.toBe('')
    expect(read).toMatch(/^\d{4}-\d{2}$/)
    expect(certainty).toMatch(/^(?:documented|reported|inferred)$/)
  }
  expect(new Set(priceRules.map(({ id }) => id)).size).toBe(priceRules.length)
})
