import { expect, it } from 'vitest'
import { formatBare, formatBareDifference, formatHeader } from './bare-figures.ts'

const plain = (text: string): string => text.replaceAll('\u202f', ' ')

it.each([
  [52.13, 'percent', 'X (%)', '52.1', '+52.1'],
  [-3, 'percent', 'X (%)', '−3.0', '−3.0'],
  [1904, 'tokens', 'X (tok)', '1,904', '+1,904'],
  [0.744, 'share', 'X', '0.74', '+0.744'],
  [0.031, 'usd', 'X', '$0.0310', '+$0.0310'],
  [null, 'share', 'X', '–', '–'],
] as const)('%s of %s under %s is %s, as a difference %s', (value, unit, header, bare, difference) => {
  expect(formatHeader({ label: 'X', unit })).toBe(header)
  expect(plain(formatBare(value, unit))).toBe(bare)
  expect(plain(formatBareDifference(value, unit))).toBe(difference)
})
