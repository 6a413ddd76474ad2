import { expect, it } from 'vitest'
import { readPath } from './path-class.ts'

it.each([
  ['src/a.go:344:', 'src/a.go'],
  ['src/a.go-723-', 'src/a.go'],
  ['src/a.go-723-//', 'src/a.go'],
  ['docs/GEMINI.md-158-####', 'docs/GEMINI.md'],
  ['src/a.go-68-func', 'src/a.go'],
  ['src/a.go-68-fmt.Println', 'src/a.go'],
  ['src/a.go:12:', 'src/a.go'],
  ['src/a.go:12:import', 'src/a.go'],
  ['C:/src/a.go:12:import', 'C:/src/a.go'],
  ['src/a.go:12:7:x/y', 'src/a.go'],
  ['c:/dev/a.ts', 'C:/dev/a.ts'],
  [String.raw`C:\dev\a.ts`, 'C:/dev/a.ts'],
  ['./src/a.ts#L3-L9', 'src/a.ts'],
  ['src/v1.2-3-beta/a.ts', 'src/v1.2-3-beta/a.ts'],
])('reads the path in %s', (word, path) => {
  expect(readPath(word)).toBe(path)
})
