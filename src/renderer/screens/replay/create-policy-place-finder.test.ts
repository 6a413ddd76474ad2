import { expect, it } from 'vitest'
import { createPolicyPlaceFinder } from './create-policy-place-finder.ts'

it('a policy keeps its mark in every list, and one that is new has a mark of its own', () => {
  const placeOf = createPolicyPlaceFinder(['none', 'early', 'late'], ['late', 'native', 'early'])
  expect(['none', 'early', 'late', 'native'].map(placeOf)).toEqual([0, 1, 2, 3])
  expect(placeOf('nobody')).toBe(-1)
})
