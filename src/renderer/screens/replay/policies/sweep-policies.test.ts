import { describe, expect, it } from 'vitest'
import { selectUnlisted, sweepPolicies, listThresholds, formatWindow } from './sweep-policies.ts'

describe('a sweep', () => {
  it('has a policy for every provider, window and threshold', () => {
    const sweep = {
      providers: ['native', 'lossless'],
      windows: [128_000, 1_000_000],
      from: 50,
      to: 75,
      step: 25,
    }
    expect(sweepPolicies(sweep, []).map(({ id }) => id)).toEqual([
      'native-128k-50',
      'native-128k-75',
      'native-1M-50',
      'native-1M-75',
      'lossless-128k-50',
      'lossless-128k-75',
      'lossless-1M-50',
      'lossless-1M-75',
    ])
  })

  it('takes no id that is taken', () => {
    const sweep = { providers: ['native'], windows: [200_000], from: 50, to: 50, step: 5 }
    expect(sweepPolicies(sweep, ['native-200k-50', 'native-200k-50-2'])[0]).toEqual({
      id: 'native-200k-50-3',
      provider: 'native',
      window: 200_000,
      threshold: 50,
    })
  })

  it('leaves out what is listed already, however it is written', () => {
    const sweep = { providers: ['native'], windows: [200_000], from: 50, to: 100, step: 25 }
    const listed = [
      { id: 'none' },
      { id: 'native-50', provider: 'native', threshold: 50 },
      { id: 'late', threshold: 100, window: 200_000, provider: 'native' },
      { id: 'mine', provider: 'native', threshold: 75, fallbacks: ['truncation'] },
      'not a policy yet',
    ]
    const ids = ['none', 'native-50', 'late', 'mine']
    expect(selectUnlisted(sweepPolicies(sweep, ids), listed).map(({ id }) => id)).toEqual(['native-200k-75'])
  })

  it.each([
    [50, 100, 10, [50, 60, 70, 80, 90, 100]],
    [50, 59, 10, [50]],
    [60, 50, 10, []],
    [50, 100, 0, []],
    [50, 50.3, 0.1, [50, 50.1, 50.2, 50.3]],
  ])('from %d to %d by %d has the thresholds %j', (from, to, step, thresholds) =>
    expect(listThresholds({ from, to, step })).toEqual(thresholds),
  )

  it.each([
    [128_000, '128k'],
    [1_000_000, '1M'],
    [99_999, '99999'],
  ])('a window of %d is called %s', (window, name) => expect(formatWindow(window)).toBe(name))
})
