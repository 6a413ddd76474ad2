import { expect, it } from 'vitest'
import { buildDistinctNames } from './build-distinct-names.ts'

const listNames = (...named: readonly (readonly [string, string])[]): readonly (string | undefined)[] => {
  const names = buildDistinctNames(named.map(([id, label]) => ({ id, label })))
  return named.map(([id]) => names.get(id))
}

it('are labels, and ids where there is none', () => {
  expect(listNames(['a', 'Native'], ['b', ''], ['c', 'c'])).toEqual(['Native', 'b', 'c'])
})

it.each([
  ['equal', 'Native'],
  ['of another case', ' native'],
  ['with characters that nobody sees', 'Na\u200Btive\u202E'],
  ['of another width', 'Ｎative'],
])('have the id behind those that are %s', (_, label) => {
  expect(listNames(['a', 'Native'], ['b', label])).toEqual(['Native (a)', `${label} (b)`])
})

it('have the id behind one that is called as another one is', () => {
  expect(listNames(['native', ''], ['b', 'Native'])).toEqual(['native', 'Native (b)'])
})
