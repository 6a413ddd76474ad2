import { expect, it } from 'vitest'
import { cutToWidth } from './cut-to-width.ts'

it.each([
  ['session.go', 120, 'session.go'],
  ['manual_commit_session.go', 120, 'manual_com…n.go'],
  ['manual_commit_session.go', 66, 'manu…go'],
  ['Read', 20, 'R…'],
])('cuts %s to a tile of %i pixels, with its end: %s', (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut)
})
