import { expect, it } from 'vitest'
import { formatCountWithNoun, indexRanges } from './format-count-with-noun.ts'

it('counts one thing, none and thousands of them', () => {
  expect(formatCountWithNoun(1, 'file read')).toBe('1 file read')
  expect(formatCountWithNoun(0, 'task')).toBe('0 tasks')
  expect(formatCountWithNoun(2000, 'reply', 'replies')).toBe('2,000 replies')
})

it.each([
  [[], ''],
  [[3], '3'],
  [[5, 0, 1, 2, 6, 9], '0 to 2, 5 to 6, 9'],
])('%j reads "%s"', (indices, words) => expect(indexRanges(indices)).toBe(words))
