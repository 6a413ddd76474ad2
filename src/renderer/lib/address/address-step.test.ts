import { describe, expect, it } from 'vitest'
import { readAddressStep, toAddressStep } from './address-step.ts'

describe('a step of an address', () => {
  it.each([[''], ['100 %'], ['a~b'], ['%41/~2F'], ['日本語 "quoted"'], ["a'(b)*!-_."]])(
    'holds %j, decoded on its way or not',
    (text) => {
      const step = toAddressStep(text)
      expect(step).not.toMatch(/[%/?#]/)
      expect(readAddressStep(step)).toBe(text)
      expect(readAddressStep(decodeURIComponent(step))).toBe(text)
    },
  )

  it('is none where it was not made so', () => {
    expect(readAddressStep('~E0~A4')).toBeNull()
  })
})
