import { describe, expect, it } from 'vitest'
import { findSharedRuns, computeTurnDashes } from './find-shared-runs.ts'

const line = (id: string, ...ys: readonly number[]) => ({
  id,
  points: ys.map((y, at) => ({ x: at * 100, y })),
})

describe('lines that share a course', () => {
  const lines = [line('none', 50, 50, 20, 20), line('early', 50, 50, 80, 80), line('late', 50.4, 50, 20, 60)]
  const runs = findSharedRuns(lines)
  const listParts = (id: string) =>
    runs.get(id)?.map(({ points, count, turn }) => [points.map(({ x }) => x), count, turn])

  it('are in pieces by who shares them, each with a turn of its own', () => {
    expect(listParts('none')).toEqual([
      [[0, 100], 3, 0],
      [[100, 200], 2, 0],
      [[200, 300], 1, 0],
    ])
    expect(listParts('early')).toEqual([
      [[0, 100], 3, 1],
      [[100, 200, 300], 1, 0],
    ])
    expect(listParts('late')).toEqual([
      [[0, 100], 3, 2],
      [[100, 200], 2, 1],
      [[200, 300], 1, 0],
    ])
  })

  it('keep all of their values', () => {
    for (const { id, points } of lines) {
      const [first, ...others] = runs.get(id) ?? []
      const drawn = [...(first?.points ?? []), ...others.flatMap((run) => run.points.slice(1))]
      expect(drawn).toEqual(points)
    }
  })

  it('share nothing where they only cross, and a single point is no line', () => {
    const crossing = findSharedRuns([line('a', 0, 50, 100), line('b', 100, 50, 0), line('c', 50)])
    expect(crossing.get('a')?.map(({ count }) => count)).toEqual([1])
    expect(crossing.get('c')).toEqual([])
  })
})

it('gives lines of one course a turn each, and a line alone none', () => {
  expect(computeTurnDashes({ count: 3, turn: 1 })).toEqual({ strokeDasharray: '6 12', strokeDashoffset: -6 })
  expect(computeTurnDashes({ count: 1, turn: 0 })).toBeNull()
})
