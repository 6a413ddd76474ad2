import { expect, it } from 'vitest'
import { formatTickUsd } from './format-tick-usd.ts'

it.each([
  [0, '$0'],
  [0.1, '$0.10'],
  [2.5, '$2.50'],
  [0.1 + 0.2, '$0.30'],
  [0.005, '$0.005'],
  [-3, '−$3.00'],
])('%d reads %s at an axis', (value, text) => expect(formatTickUsd(value)).toBe(text))
