import { expect, it } from 'vitest'
import { isFollowed } from './is-followed.ts'

const words = { first: /\bask\b/, later: /\bnever\b/, between: /[?]/ }

it.each([
  ['ask me and never guess', true],
  ['never ask', false],
  ['ask? never', false],
  ['what? ask, ask, never', true],
  ['asknever', false],
  ['', false],
])('finds what stands behind something in the same piece: %s', (text, isThere) => {
  expect(isFollowed(text, words)).toBe(isThere)
})
