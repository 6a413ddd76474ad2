import { expect, it } from 'vitest'
import { pickLinted } from './list-changed-files.ts'

it.each([
  ['sources', ['src/a.ts', 'src/b.tsx', 'docs/c.md', 'src/d.css', ''], ['src/a.ts', 'src/b.tsx']],
  ['nothing', [''], []],
  ['everything where a rule has changed', ['src/a.ts', 'scripts/lint/layers.ts'], null],
  ['everything where their list has changed', ['.oxlintrc.json'], null],
])('the fast half reads with the rules: %s', (_, files, linted) => {
  expect(pickLinted(files)).toEqual(linted)
})
