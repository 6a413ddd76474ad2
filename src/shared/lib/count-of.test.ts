import { expect, it } from 'vitest'
import { countOf } from './count-of.ts'

it('counts one thing, none and thousands of them', () => {
  expect(countOf(1, 'file read')).toBe('1 file read')
  expect(countOf(0, 'task')).toBe('0 tasks')
  expect(countOf(2000, 'reply', 'replies')).toBe('2,000 replies')
})
