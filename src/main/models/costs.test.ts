import { describe, expect, it } from 'vitest'
import { policySchema } from '../../shared/domain/policy.ts'
import { ModelFailure, type ModelFailureCode } from '../engine/language-model.ts'
import { findProfilePrices, settledCost, worstCaseOf, spendingLimits, startOfDay } from './costs.ts'
import { makeProfile, makeScope } from './testing/bench.ts'

describe('the worst case of a call', () => {
  const request = { inputTokens: 100_000, maxTokens: 1000 }

  it.each([
    ['Anthropic, whose tokenizer counts up to 1.3 times ours', 'anthropic', 1.35],
    ['OpenAI, whose tokenizer counts like ours', 'openai', 1.05],
    ['a compatible server', 'openai-compatible', 1.05],
  ] as const)('adds a margin for %s', (_name, vendor, margin) => {
    const { costUsd } = worstCaseOf(request, { vendor, prices: { input: 1, output: 10 } })
    expect(costUsd).toBeCloseTo((100_000 * margin + 64) / 1e6 + 0.01, 8)
  })

  it('takes cache writes where they cost more than plain input', () => {
    const prices = { input: 1, output: 10, cacheWrites: 2, cacheReads: 0.1 }
    expect(worstCaseOf(request, { vendor: 'openai', prices }).costUsd).toBeCloseTo(0.220128, 8)
  })

  it('takes the tier that the input with its margin reaches', () => {
    const prices = { input: 1, output: 10, tiers: [{ aboveInputTokens: 104_000, prices: { input: 2 } }] }
    expect(worstCaseOf(request, { vendor: 'openai', prices }).costUsd).toBeCloseTo(0.220128, 8)
  })

  it('takes the answer behind a compaction that does not pause along', () => {
    const compaction = { kind: 'anthropic-compact', triggerTokens: 50_000, instructions: '' } as const
    const costOf = (pauses: boolean) =>
      worstCaseOf(
        { ...request, compaction: { ...compaction, pauses } },
        { vendor: 'openai', prices: { input: 1, output: 10 } },
      ).costUsd
    expect(costOf(true)).toBeCloseTo(0.105064 + 0.01, 8)
    expect(costOf(false)).toBeCloseTo(0.106064 + 0.02, 8)
  })

  it('names the prices without which it says nothing', () => {
    expect(worstCaseOf(request, { vendor: 'openai', prices: {} }).missing).toEqual(['input', 'output'])
    expect(worstCaseOf(request, { vendor: 'openai', prices: { input: 0 } }).missing).toEqual(['output'])
    expect(worstCaseOf(request, { vendor: 'openai', prices: { input: 0, output: 0 } })).toEqual({
      costUsd: 0,
      missing: [],
    })
  })
})

describe('what an ended call did cost', () => {
  const prices = { input: 1, output: 10 }
  const usage = { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 }
  const ended = { usage: null, answerCharacters: 0, isWhole: false, failure: null }

  it('is what its usage says, if it is whole', () => {
    const whole = { ...ended, usage, isWhole: true, answerCharacters: 9000 }
    expect(settledCost(whole, prices)).toMatchObject({ costUsd: 0.002 })
  })

  it('counts at least what was received, if it broke off', () => {
    const failure = new ModelFailure('network', 'cut')
    const broken = { ...ended, usage: { ...usage, output: 1 }, answerCharacters: 900, failure }
    expect(settledCost(broken, prices)).toMatchObject({ costUsd: 0.004, usage: { output: 300 } })
    expect(settledCost({ ...broken, failure: null, answerCharacters: 0 }, prices)?.costUsd).toBeCloseTo(
      0.00101,
    )
  })

  it.each<[ModelFailureCode, number | null]>([
    ['authentication', 0],
    ['bad-request', 0],
    ['input-too-long', 0],
    ['overloaded', 0],
    ['rate-limit', 0],
    ['network', null],
    ['timeout', null],
  ])('without any report after %s is %s', (code, costUsd) => {
    const failure = new ModelFailure(code, 'x')
    expect(settledCost({ ...ended, failure }, prices)?.costUsd ?? null).toBe(costUsd)
    expect(settledCost({ ...ended, failure, answerCharacters: 1 }, prices)).toBeNull()
  })

  it('is nothing if no server was reached, and unknown if it was cancelled before any report', () => {
    const failure = new ModelFailure('network', 'x', undefined, { isUnsent: true })
    expect(settledCost({ ...ended, failure }, prices)?.costUsd).toBe(0)
    expect(settledCost(ended, prices)).toBeNull()
  })
})

describe('the limits of a call', () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime()
  const midnight = new Date(2026, 10, 20).getTime()
  const policy = policySchema.parse({ budgetPerRunUsd: 2, budgetPerTaskUsd: 4, budgetPerDayUsd: 5 })

  it('are those of the policy and of its scope, the lower one for a run', () => {
    const scope = makeScope({ maxRunUsd: 1, experimentId: 'e', maxExperimentUsd: 3 })
    const day = { name: 'day', limitUsd: 5, sinceTs: midnight }
    const task = { name: 'task', limitUsd: 4, taskId: 'task-1' }
    expect(spendingLimits(scope, policy, now)).toEqual([
      { name: 'run', limitUsd: 1, runId: 'run-1' },
      task,
      { name: 'experiment', limitUsd: 3, experimentId: 'e' },
      day,
    ])
    expect(spendingLimits(makeScope({ maxRunUsd: 9 }), policy, now)).toMatchObject([
      { limitUsd: 2 },
      task,
      day,
    ])
    expect(spendingLimits(makeScope({ runId: null, taskId: null, maxRunUsd: 1 }), policy, now)).toEqual([day])
    expect(spendingLimits(makeScope(), policySchema.parse({}), now)).toEqual([])
    expect(spendingLimits(makeScope({ maxRunUsd: 0 }), policySchema.parse({}), now)).toMatchObject([
      { limitUsd: 0 },
    ])
  })

  it('count a day from midnight', () => {
    expect(startOfDay(midnight)).toBe(midnight)
    expect(startOfDay(midnight - 1)).toBe(new Date(2026, 10, 19).getTime())
  })
})

describe('the prices of a profile', () => {
  it('are its own over those of the library', async () => {
    const { prices, knownAs } = await findProfilePrices(
      makeProfile({ model: 'claude-sonnet-4-20250514', prices: { output: 1 } }),
    )
    expect(prices).toMatchObject({ input: 3, output: 1, cacheReads: 0.3 })
    expect(knownAs).toMatch(/claude/)
  })

  it('hold at every size of the input, where the library has tiers', async () => {
    const { prices } = await findProfilePrices(makeProfile({ model: 'gemini-2.5-pro', prices: { input: 0 } }))
    expect(prices.tiers).toMatchObject([{ prices: { output: 15 } }])
    expect(prices.tiers?.[0]?.prices).not.toHaveProperty('input')
  })

  it('are its own alone where nobody knows the model', async () => {
    expect(await findProfilePrices(makeProfile({ model: 'nonsense-9000' }))).toEqual({
      prices: { input: 1, output: 10 },
      knownAs: null,
    })
  })
})
