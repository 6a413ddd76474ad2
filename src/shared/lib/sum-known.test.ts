import { expect, it } from 'vitest'
import { sumKnown } from './sum-known.ts'

it.each([
  [[], 0],
  [[0, 0], 0],
  [[1, 2.5], 3.5],
  [[1, null, 2], null],
])('%j is %j in all', (values, total) => expect(sumKnown(values)).toBe(total))
