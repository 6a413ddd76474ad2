import { expect, it } from 'vitest'
import { keepUnits } from './keep-units.ts'

it.each([
  ['20 to 40 % at best', '20 to 40\u202f% at best'],
  ['under 100 ms, 2 s', 'under 100\u202fms, 2\u202fs'],
  ['3 smart passes, 2 messages', '3 smart passes, 2 messages'],
])('binds figures to units in %j', (text, bound) => {
  expect(keepUnits(text)).toBe(bound)
})
