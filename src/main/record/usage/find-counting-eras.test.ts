import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCountingEras, type CachedRequest } from './find-counting-eras.ts'

/** A context that grows from request to request, of which so much is not cached. */
type Sent = { readonly size: number; readonly uncached: number }

const grow = (count: number, uncached: number, from = 9000): Sent[] =>
  Array.from({ length: count }, (_, at) => ({ size: from + 1000 * at, uncached }))
const onTop = (sent: readonly Sent[]): CachedRequest[] =>
  sent.map(({ size, uncached }) => ({ input: uncached, cached: size - uncached }))
const holding = (sent: readonly Sent[]): CachedRequest[] =>
  sent.map(({ size, uncached }) => ({ input: size, cached: size - uncached }))

/** How many requests in a row are counted in one way. */
const runs = (requests: readonly CachedRequest[]): string => {
  const eras = findCountingEras(requests)
  const borders = eras.flatMap((own, at) => (at === 0 || own !== eras[at - 1] ? [at] : []))
  return borders
    .map(
      (from, run) => `${eras[from] === true ? 'on top' : 'held'} ${(borders[run + 1] ?? eras.length) - from}`,
    )
    .join(', ')
}

/** The first so many requests as one era counts them, the others as the other one does. */
const changed = (sent: readonly Sent[], at: number): CachedRequest[] => [
  ...onTop(sent.slice(0, at)),
  ...holding(sent.slice(at)),
]

describe('how the requests of a task are counted', () => {
  it.each([
    ['without uncached input', 0],
    ['with little uncached input', 4],
    ['with an uncached last message', 700],
  ])('changes where the agent was updated, %s', (_name, uncached) => {
    for (const at of [3, 8, 15, 22, 27])
      expect(runs(changed(grow(30, uncached), at))).toBe(`on top ${at}, held ${30 - at}`)
  })

  it('changes for a single request that leaves no doubt', () => {
    expect(runs(changed(grow(30, 4), 1))).toBe('on top 1, held 29')
    expect(runs(changed(grow(30, 4), 29))).toBe('on top 29, held 1')
  })

  it('changes where the agent condensed when it was updated', () => {
    const sent = [...grow(20, 4), ...grow(6, 4)]
    expect(runs(changed(sent, 20))).toBe('on top 20, held 6')
  })

  it('changes back where an older agent goes on, and forth again', () => {
    const sent = grow(30, 4)
    const requests = [...holding(sent.slice(0, 10)), ...onTop(sent.slice(10, 20)), ...holding(sent.slice(20))]
    expect(runs(requests)).toBe('held 10, on top 10, held 10')
  })

  it.each<[string, readonly CachedRequest[], string]>([
    [
      'a large tool result at the end',
      [...onTop(grow(12, 4)), { input: 40_000, cached: 20_000 }],
      'on top 13',
    ],
    [
      'a cache that keeps only the system prompt for a while',
      [...onTop(grow(12, 4, 38_000)), ...onTop(grow(5, 40_000, 50_000)), ...onTop(grow(3, 4, 56_000))],
      'on top 20',
    ],
    ['one figure that is wrong', [...holding(grow(12, 700)), { input: 20_000, cached: 20_001 }], 'held 13'],
    [
      'a cache without a figure for the input',
      [...holding(grow(12, 700)), { input: 0, cached: 9 }],
      'held 13',
    ],
  ])('does not change because of %s', (_name, requests, expected) => {
    expect(runs(requests)).toBe(expected)
  })

  it('is the same for all of a task that one era recorded', () => {
    const sent = fc.array(fc.record({ uncached: fc.integer({ min: 0, max: 900 }), grown: fc.nat(4000) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(sent, (steps) => {
        let size = 12_000
        const contexts = steps.map(({ uncached, grown }) => ({ size: (size += grown), uncached }))
        expect(new Set(findCountingEras(onTop(contexts)))).toEqual(new Set([true]))
        expect(new Set(findCountingEras(holding(contexts)))).toEqual(new Set([false]))
      }),
    )
  })
})
