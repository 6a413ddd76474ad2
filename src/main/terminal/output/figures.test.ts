import { describe, expect, it } from 'vitest'
import { formatTime, formatOneLine } from './figures.ts'

describe('figures', () => {
  it.each([
    [formatTime(1e300), 'unknown'],
    [formatTime(Date.UTC(2026, 0, 2, 3, 4, 5)), '2026-01-02 03:04'],
    [formatOneLine('a\n\u001B[31m b'), 'a [31m b'],
    [formatOneLine('a\u202Eb\u2066c'), 'a b c'],
    [formatOneLine('abcdef', 4), 'abc…'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })
})
