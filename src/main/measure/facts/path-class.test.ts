import { expect, it } from 'vitest'
import { readPath } from './path-class.ts'

it.each([
  ['src/a.go:344:', 'src/a.go'],
  ['src/a.go-723-', 'src/a.go'],
  ['src/a.go-723-//', 'src/a.go'],
  ['docs/GEMINI.md-158-####', 'docs/GEMINI.md'],
  ['./src/a.ts#L3-L9', 'src/a.ts'],
  ['src/v1.2-3-beta/a.ts', 'src/v1.2-3-beta/a.ts'],
])('reads the path in %s', (word, path) => {
  expect(readPath(word)).toBe(path)
})
