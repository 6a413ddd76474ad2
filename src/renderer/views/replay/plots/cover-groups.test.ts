import { expect, it } from 'vitest'
import { coverGroups } from './cover-groups.ts'

const at = (id: string, x: number, y: number) => ({ id, x, y })

it('places cover each other where they stand above each other and touch, in the order in which they come', () => {
  const places = [
    at('a', 1, 20),
    at('b', 1, 40),
    at('c', 1, 10),
    at('d', 2, 10),
    at('e', 1, 11),
    at('f', 1, 28),
  ]
  const ids = coverGroups(places, 10).map((group) => group.map(({ id }) => id))
  expect(ids).toEqual([['a', 'c', 'e', 'f'], ['b'], ['d']])
  expect(coverGroups([], 10)).toEqual([])
})

it('places of one column are above each other, and a column does not grow with what stands in it', () => {
  const places = [at('a', 0, 0), at('b', 3, 0), at('c', 5, 0), at('d', 1, 50)]
  const groups = coverGroups(places, 10, 4).map((group) => group.map(({ id }) => id))
  expect(groups).toEqual([['a', 'b'], ['c'], ['d']])
})
