import { describe, expect, it } from 'vitest'
import { fromAddressStep, toAddressStep } from './address-step.ts'

describe('a step of an address', () => {
  it.each([[''], ['100 %'], ['a~b'], ['%41/~2F'], ['日本語 "quoted"'], ["a'(b)*!-_."]])(
    'holds %j, decoded on its way or not',
    (text) => {
      const step = toAddressStep(text)
      expect(step).not.toMatch(/[%/?#]/)
      expect(fromAddressStep(step)).toBe(text)
      expect(fromAddressStep(decodeURIComponent(step))).toBe(text)
    },
  )

  it('is none where it was not made so', () => {
    expect(fromAddressStep('~E0~A4')).toBeNull()
  })
})
