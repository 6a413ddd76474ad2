import { expect, it } from 'vitest'
import { cutMiddle } from './cut-middle.ts'

it.each([
  ['short', { mode: 'bytes', limit: 5 }, 'short'],
  ['0123456789', { mode: 'bytes', limit: 5 }, '01…5 chars truncated…789'],
  ['0123456789', { mode: 'tokens', limit: 1 }, '01…2 tokens truncated…89'],
  ['ääääää', { mode: 'bytes', limit: 6 }, 'ä…4 chars truncated…ä'],
] as const)('cuts the middle out of %s', (words, limit, cut) => {
  expect(cutMiddle(words, limit)).toBe(cut)
})
