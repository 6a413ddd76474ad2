import { expect, it } from 'vitest'
import { indexRanges } from './index-ranges.ts'

it.each([
  [[], ''],
  [[3], '3'],
  [[5, 0, 1, 2, 6, 9], '0 to 2, 5 to 6, 9'],
])('%j reads "%s"', (indices, words) => expect(indexRanges(indices)).toBe(words))
