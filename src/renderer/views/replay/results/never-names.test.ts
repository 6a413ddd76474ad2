import { describe, expect, it } from 'vitest'
import { neverBox, neverNames } from './never-names.ts'

const across = { place: (costUsd: number) => 100 * costUsd, ticks: [] }
const area = { across, left: 0, right: 400, bottom: 200 }
const point = (id: string, costUsd: number) => ({ id, costUsd, value: null })
const names = (...points: readonly ReturnType<typeof point>[]) =>
  neverNames(points, area, (id) => id.toUpperCase())

describe('the names of policies that never condensed', () => {
  it('stand above each other at their cost, on the side that has more room', () => {
    expect(
      names(point('a', 1), point('b', 3), point('c', 1)).map(({ id, x, y, side }) => [id, x, y, side]),
    ).toEqual([
      ['a', 100, 190, 1],
      ['c', 100, 176, 1],
      ['b', 300, 190, -1],
    ])
  })

  it('are six at most, of which the last one says how many more there are', () => {
    const many = names(...Array.from({ length: 9 }, (_, index) => point(`p${index}`, 1)))
    expect(many.map(({ text }) => text)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5 and 3 more'])
  })

  it('take the room of their marks and words', () => {
    const [right, left] = names(point('abcde', 1), point('abcde', 3)).map(neverBox)
    expect([right?.left, right?.right, left?.left, left?.right]).toEqual([94, 141, 259, 306])
    expect([right?.top, right?.bottom]).toEqual([183, 197])
  })
})
