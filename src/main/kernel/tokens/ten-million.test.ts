import { expect, it } from 'vitest'
import { replaceRandomStrings } from '../../features/reports/compute/redact/create-redactor.ts'
import { splitShellCommands } from '../../measure/facts/read-shell-writes.ts'
import { cutLongRuns } from './cut-long-runs.ts'

const chars = 10_000_000

it.each(['a', '中', ' ', '"', '/'])('ten million times %j is counted in pieces', (sign) => {
  const pieces = cutLongRuns(sign.repeat(chars))
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(chars)
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(512)
})
it.each(['a', '中', '/'])('a command of ten million times %j is read as far as anybody would', (sign) => {
  expect(splitShellCommands(sign.repeat(chars))).toHaveLength(1)
})

it('a word of ten million characters is redacted or left, as it looks', () => {
  expect(replaceRandomStrings('a'.repeat(chars), () => '')).toHaveLength(chars)
})
