import { describe, expect, it } from 'vitest'
import { type Observation, pairObservations } from './pair-observations.ts'

function at(taskId: string, checkpointId: string, value: number | null): Observation {
  return { taskId, checkpointId, value }
}

describe('pairing the values of two variants', () => {
  it('meets at task and checkpoint, whatever the order', () => {
    const { pairs } = pairObservations(
      [at('a', '1', 10), at('a', '2', 20), at('b', '1', 30)],
      [at('b', '1', 33), at('a', '2', 18), at('a', '1', 11)],
    )
    expect(pairs.map(({ taskId, checkpointId, difference }) => [taskId, checkpointId, difference])).toEqual([
      ['a', '1', 1],
      ['a', '2', -2],
      ['b', '1', 3],
    ])
  })

  it('averages repeats before it takes the difference', () => {
    const { pairs } = pairObservations([at('a', '1', 1), at('a', '1', 2)], [at('a', '1', 4)])
    expect(pairs).toEqual([{ taskId: 'a', checkpointId: '1', baseline: 1.5, candidate: 4, difference: 2.5 }])
  })

  it('leaves out what was not measured instead of taking it for zero, and counts it', () => {
    const { pairs, unpaired } = pairObservations(
      [at('a', '1', 10), at('a', '2', null), at('a', '3', 5), at('a', '4', null)],
      [at('a', '1', 10), at('a', '2', 20), at('a', '3', null), at('a', '4', null)],
    )
    expect(pairs).toHaveLength(1)
    expect(unpaired).toBe(2)
  })

  it('averages over the repeats that were measured', () => {
    const { pairs } = pairObservations([at('a', '1', 4), at('a', '1', null)], [at('a', '1', 4)])
    expect(pairs[0]?.difference).toBe(0)
  })

  it.each([
    ['a', 'b:c', 'a:b', 'c'],
    ['a', '","', 'a","', ''],
  ])('keeps %j, %j apart from %j, %j', (task, checkpoint, otherTask, otherCheckpoint) => {
    expect(pairObservations([at(task, checkpoint, 1)], [at(otherTask, otherCheckpoint, 1)])).toEqual({
      pairs: [],
      unpaired: 2,
    })
  })

  it.each<[string, readonly number[], readonly number[], number]>([
    ['the order of the repeats', [0.1, 0.2, 0.3], [0.3, 0.2, 0.1], 0],
    ['the order of the repeats, for large values', [1e6 + 0.1, 3e6 + 0.2, 7], [7, 3e6 + 0.2, 1e6 + 0.1], 0],
    ['how tenths are stored', [0.8], [0.9], 0.1],
    ['how tenths are stored, once more', [0.7], [0.8], 0.1],
  ])('does not take %s for a difference', (_name, baseline, candidate, expected) => {
    const observe = (values: readonly number[]) => values.map((value) => at('a', '1', value))
    expect(pairObservations(observe(baseline), observe(candidate)).pairs[0]?.difference).toBe(expected)
  })

  it('keeps a small difference of large values', () => {
    expect(pairObservations([at('a', '1', 1_000_000)], [at('a', '1', 1_000_001)]).pairs[0]?.difference).toBe(
      1,
    )
    expect(pairObservations([at('a', '1', 1e-9)], [at('a', '1', 3e-9)]).pairs[0]?.difference).toBe(2e-9)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => pairObservations([at('a', '1', value)], [])).toThrow('must be a finite number')
  })
})
