import { describe, expect, it } from 'vitest'
import { createVariantNames } from './create-variant-names.ts'

const variants = Array.from({ length: 4 }, (_, index) => ({
  id: `v${index}`,
  label: index === 0 ? '' : `Variant ${index}`,
}))

describe('the names of variants', () => {
  it('are their labels in the order of the plan, or their ids', () => {
    const names = createVariantNames(variants)
    expect(names.order).toEqual(variants.map(({ id }) => id))
    expect([names.findName('v0'), names.findName('v3'), names.findName('gone')]).toEqual([
      'v0',
      'Variant 3',
      'gone',
    ])
    expect([names.findPlace('v3'), names.findPlace('gone')]).toEqual([3, 0])
  })
})
