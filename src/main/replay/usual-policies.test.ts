import { describe, expect, it } from 'vitest'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { usualPolicies } from './usual-policies.ts'

const nothing: RecordedUsage = { requests: [{ ts: 1 }], condensations: [] }

describe('the usual policies', () => {
  it.each<[string, RecordedUsage, boolean]>([
    ['did nothing', nothing, false],
    ['condensed', { ...nothing, condensations: [{ ts: 1 }] }, true],
    ['truncated', { ...nothing, truncations: [{ ts: 1 }] }, true],
    ['left messages out', { ...nothing, requests: [{ ts: 1, deletedRange: [1, 4] }] }, true],
  ])('play what the agent did itself where it %s: %s', (_name, usage, expected) => {
    const ids = usualPolicies(usage).map(({ id }) => id)
    expect(ids.includes('recorded')).toBe(expected)
    expect(ids[0]).toBe('none')
  })
})
