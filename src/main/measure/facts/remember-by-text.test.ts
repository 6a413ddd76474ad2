import { describe, expect, it } from 'vitest'
import { rememberByText } from './remember-by-text.ts'

const long = 'x'.repeat(10_000)

/** A reading, and how often it was asked. */
function countReadings() {
  const texts: number[] = []
  const read = rememberByText((text) => {
    texts.push(text.length)
    return { length: text.length }
  })
  return { read, texts }
}

describe('a reading that remembers its answers', () => {
  it('reads a long text once, whoever asks', () => {
    const { read, texts } = countReadings()
    expect(read(long)).toBe(read(long))
    expect(texts).toEqual([10_000])
  })

  it('reads a short text anew', () => {
    const { read, texts } = countReadings()
    expect([read('a'), read('a')]).toEqual([{ length: 1 }, { length: 1 }])
    expect(texts).toEqual([1, 1])
  })

  it('forgets what was not asked for while much else was', () => {
    const { read, texts } = countReadings()
    const others = ['b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(8_000_000))
    read(long)
    for (const text of others) read(text)
    read(long)
    expect(texts.filter((length) => length === 10_000)).toHaveLength(2)
  })
})
