import { describe, expect, it } from 'vitest'
import { variantNames } from './variant-names.ts'

const variants = Array.from({ length: 30 }, (_, index) => ({
  id: `v${index}`,
  label: index === 0 ? '' : `Variant ${index}`,
}))

describe('the names of variants', () => {
  it('are their labels in the order of the plan, or their ids', () => {
    const names = variantNames(variants, null)
    expect(names.order).toEqual(variants.map(({ id }) => id))
    expect([names.nameOf('v0'), names.nameOf('v3'), names.nameOf('gone')]).toEqual([
      'v0',
      'Variant 3',
      'gone',
    ])
    expect([names.keyOf('v3'), names.idOf('v3'), names.idOf('A')]).toEqual(['v3', 'v3', null])
  })

  it('are letters in another order while they are hidden', () => {
    const names = variantNames(variants, 7)
    expect(names.order).not.toEqual(variants.map(({ id }) => id))
    expect(names.order.toSorted()).toEqual(variants.map(({ id }) => id).toSorted())
    expect(names.order.map(names.nameOf).slice(24, 29)).toEqual(['Y', 'Z', 'AA', 'AB', 'AC'])
    expect(names.order.map((id) => names.idOf(names.keyOf(id)))).toEqual(names.order)
  })

  it('stay the same while they are hidden, and are others the next time', () => {
    expect(variantNames(variants, 7).order).toEqual(variantNames(variants, 7).order)
    expect(variantNames(variants, 7).order).not.toEqual(variantNames(variants, 8).order)
  })

  it('do not betray the place of a variant: each comes first about as often', () => {
    const four = variants.slice(0, 4)
    const firsts = Array.from({ length: 4000 }, (_, seed) => variantNames(four, seed * 7919).order[0])
    for (const { id } of four) {
      const count = firsts.filter((first) => first === id).length
      expect(count).toBeGreaterThan(850)
      expect(count).toBeLessThan(1150)
    }
  })
})
