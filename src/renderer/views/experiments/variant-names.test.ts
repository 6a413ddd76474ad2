import { describe, expect, it } from 'vitest'
import { variantNames } from './variant-names.ts'

const variants = Array.from({ length: 4 }, (_, index) => ({
  id: `v${index}`,
  label: index === 0 ? '' : `Variant ${index}`,
}))

describe('the names of variants', () => {
  it('are their labels in the order of the plan, or their ids', () => {
    const names = variantNames(variants)
    expect(names.order).toEqual(variants.map(({ id }) => id))
    expect([names.nameOf('v0'), names.nameOf('v3'), names.nameOf('gone')]).toEqual([
      'v0',
      'Variant 3',
      'gone',
    ])
    expect([names.placeOf('v3'), names.placeOf('gone')]).toEqual([3, 0])
  })
})
