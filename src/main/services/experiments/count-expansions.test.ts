import { expect, it } from 'vitest'
import { countExpansions } from './count-expansions.ts'

it.each([
  ['tasks/*', 1],
  ['task-{2,10}', 2],
  ['{a,b}{c,d,e}', 6],
  ['{a,{b,c}d,e}', 4],
  ['{a}', 1],
  ['{1..3}', 3],
  ['{10..1..3}', 4],
  ['{a..e}', 5],
  [String.raw`\{a,b}`, 1],
  ['a,b', 1],
  ['a}', 1],
  ['{a,b}'.repeat(16), 65_536],
  ['{a,'.repeat(12) + 'b' + '}'.repeat(12), 13],
  ['{1..1000000000}', 1_000_000_000],
  ['{1..9999999999999999999}', Number.POSITIVE_INFINITY],
  ['{a,b}'.repeat(2000), Number.POSITIVE_INFINITY],
])('%s stands for at most %d patterns', (pattern, count) => {
  expect(countExpansions(pattern)).toBe(count)
})
