import { expect, it } from 'vitest'
import { findFollowingValues, findPrecedingValues } from './find-following-values.ts'

it.each([
  { values: [], following: [], preceding: [] },
  { values: [1], following: [null], preceding: [null] },
  { values: [null, 1, null, null, 2], following: [1, 2, 2, 2, null], preceding: [null, null, 1, 1, 1] },
  { values: [3, 3, null], following: [3, null, null], preceding: [null, 3, 3] },
])('around each place of $values stand the nearest values, its own aside', (row) => {
  expect(findFollowingValues(row.values)).toEqual(row.following)
  expect(findPrecedingValues(row.values)).toEqual(row.preceding)
})
