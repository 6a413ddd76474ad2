import { expect, it } from 'vitest'
import { isSameFigure } from './is-same-figure.ts'

it.each([
  ['±0.000', '0', true],
  ['13\u202f844 tok', '13,844 tok', true],
  ['13\u202f844 tok', '13,845 tok', false],
  ['\u221225.4 points worse', '▼ -25.4 points', true],
  ['\u221225.4 points worse', '25.4 points worse', false],
  ['0.87', '0.871', true],
  ['0.87', '0.88', false],
  ['0.87', '0.881', false],
  ['0.90 to 0.95', '0.90 to 0.94', false],
  ['0.90', '0.90 to 0.95', false],
  ['+0.12 better', '+0.12 not enough data', false],
  ['+0.12 better', '+0.12 worse', false],
])('%s and %s: %s', (one, other, expected) => {
  expect(isSameFigure(one, other)).toBe(expected)
})
