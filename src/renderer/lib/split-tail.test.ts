import { describe, expect, it } from 'vitest'
import { splitTail } from './split-tail.ts'

describe('the tail of a sentence', () => {
  it('is made of whole words', () => {
    expect(splitTail('newer ones in message #98', 16)).toEqual(['newer ones', ' in message #98'])
    expect(splitTail('Tool result cut to 5 lines', 12)).toEqual(['Tool result cut', ' to 5 lines'])
  })

  it('is empty where the last word is longer', () => {
    expect(splitTail('read a/very/long/path.ts', 8)).toEqual(['read a/very/long/path.ts', ''])
    expect(splitTail('', 8)).toEqual(['', ''])
  })
})
