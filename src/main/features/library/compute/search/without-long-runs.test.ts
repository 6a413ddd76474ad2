import { expect, it } from 'vitest'
import { withoutLongRuns } from './without-long-runs.ts'

const run = (length: number): string => 'QUJD+/=-_9'.repeat(Math.ceil(length / 10)).slice(0, length)

it.each([
  ['nothing to drop', 'nothing to drop'],
  [run(399), run(399)],
  [`a ${run(399)} b`, `a ${run(399)} b`],
  [`a ${run(400)} b ${run(1234)}.c`, 'a  b .c'],
  [run(5_000_000), ''],
  ['', ''],
])('keeps what can be read (case %#)', (text, expected) => {
  expect(withoutLongRuns(text)).toBe(expected)
})
