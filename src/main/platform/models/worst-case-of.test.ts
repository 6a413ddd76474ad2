import { describe, expect, it } from 'vitest'
import { computeWorstCallCost } from './worst-case-of.ts'

describe('the worst case of a call', () => {
  const request = { inputTokens: 100_000, maxTokens: 1000 }

  it.each([
    ['Anthropic, whose tokenizer counts up to 1.3 times ours', 'anthropic', 1.35],
    ['OpenAI, whose tokenizer counts like ours', 'openai', 1.05],
    ['a compatible server', 'openai-compatible', 1.05],
  ] as const)('adds a margin for %s', (_name, vendor, margin) => {
    const { costUsd } = computeWorstCallCost(request, { vendor, prices: { input: 1, output: 10 } })
    expect(costUsd).toBeCloseTo((100_000 * margin + 64) / 1e6 + 0.01, 8)
  })

  it('takes cache writes where they cost more than plain input', () => {
    const prices = { input: 1, output: 10, cacheWrites: 2, cacheReads: 0.1 }
    expect(computeWorstCallCost(request, { vendor: 'openai', prices }).costUsd).toBeCloseTo(0.220128, 8)
  })

  it('takes the tier that the input with its margin reaches', () => {
    const prices = { input: 1, output: 10, tiers: [{ aboveInputTokens: 104_000, prices: { input: 2 } }] }
    expect(computeWorstCallCost(request, { vendor: 'openai', prices }).costUsd).toBeCloseTo(0.220128, 8)
  })

  it('takes the answer behind a compaction that does not pause along', () => {
    const compaction = { kind: 'anthropic-compact', triggerTokens: 50_000, instructions: '' } as const
    const costOf = (pauses: boolean) =>
      computeWorstCallCost(
        { ...request, compaction: { ...compaction, pauses } },
        { vendor: 'openai', prices: { input: 1, output: 10 } },
      ).costUsd
    expect(costOf(true)).toBeCloseTo(0.105064 + 0.01, 8)
    expect(costOf(false)).toBeCloseTo(0.106064 + 0.02, 8)
  })

  it('names the prices without which it says nothing', () => {
    expect(computeWorstCallCost(request, { vendor: 'openai', prices: {} }).missing).toEqual([
      'input',
      'output',
    ])
    expect(computeWorstCallCost(request, { vendor: 'openai', prices: { input: 0 } }).missing).toEqual([
      'output',
    ])
    expect(computeWorstCallCost(request, { vendor: 'openai', prices: { input: 0, output: 0 } })).toEqual({
      costUsd: 0,
      missing: [],
    })
  })
})
