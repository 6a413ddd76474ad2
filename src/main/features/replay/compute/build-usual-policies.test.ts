import { describe, expect, it } from 'vitest'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { buildUsualPolicies } from './build-usual-policies.ts'

const nothing: RecordedUsage = { requests: [{ ts: 1 }], condensations: [] }

describe('the usual policies', () => {
  it.each<[string, RecordedUsage, boolean]>([
    ['did nothing', nothing, false],
    ['condensed', { ...nothing, condensations: [{ ts: 1 }] }, true],
    ['truncated', { ...nothing, truncations: [{ ts: 1 }] }, true],
    ['left messages out', { ...nothing, requests: [{ ts: 1, deletedRange: [1, 4] }] }, true],
  ])('play what the agent did itself where it %s: %s', (_name, usage, expected) => {
    const ids = buildUsualPolicies(usage).map(({ id }) => id)
    expect(ids.includes('recorded')).toBe(expected)
    expect(ids[0]).toBe('none')
  })

  it.each<[string, RecordedUsage['requests'][number], number, readonly number[]]>([
    ['the largest request, within the window', { ts: 1, tokensIn: 60_000 }, 200_000, [15, 23, 27]],
    ['the same with its cache on top', { ts: 1, tokensIn: 10, cacheReads: 59_990 }, 200_000, [15, 23, 27]],
    ['the window where that is reached', { ts: 1, tokensIn: 60_000 }, 60_000, [50, 75, 100]],
    ['the window where no size is recorded', { ts: 1 }, 200_000, [50, 75, 100]],
    ['the least threshold, once', { ts: 1, tokensIn: 3000 }, 200_000, [5]],
  ])('condense at shares of %s', (_what, request, windowTokens, expected) => {
    const policies = buildUsualPolicies({ requests: [request], condensations: [] }, windowTokens)
    const native = policies.filter(({ provider }) => provider === 'native')
    expect(native.map(({ threshold }) => threshold)).toEqual(expected)
    expect(native.map(({ id }) => id)).toEqual(expected.map((percent) => `native-${percent}`))
  })

  it('have the window of the model where a request did not fit into the usual one', () => {
    const sent = (tokensIn: number) => ({ requests: [{ ts: 1, tokensIn }], condensations: [] })
    const large = buildUsualPolicies(sent(400_000), undefined, 1_000_000).filter(({ provider }) => provider)
    expect(large.map(({ window, threshold }) => [window, threshold])).toEqual([
      [1_000_000, 20],
      [1_000_000, 30],
      [1_000_000, 36],
      [1_000_000, 30],
      [1_000_000, 30],
    ])
    const others = [
      buildUsualPolicies(sent(100_000), undefined, 1_000_000),
      buildUsualPolicies(sent(400_000), 200_000, 1_000_000),
      buildUsualPolicies(sent(400_000), undefined, 200_000),
    ]
    expect(others.flat().filter(({ window }) => window !== undefined)).toEqual([])
  })
})
