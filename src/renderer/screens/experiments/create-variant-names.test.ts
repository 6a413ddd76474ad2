import { describe, expect, it } from 'vitest'
import { renameSteps, createVariantNames } from './create-variant-names.ts'

const variants = Array.from({ length: 30 }, (_, index) => ({
  id: `v${index}`,
  label: index === 0 ? '' : `Variant ${index}`,
}))

describe('the names of variants', () => {
  it('are their labels in the order of the plan, or their ids', () => {
    const names = createVariantNames(variants, null)
    expect(names.order).toEqual(variants.map(({ id }) => id))
    expect([names.findName('v0'), names.findName('v3'), names.findName('gone')]).toEqual([
      'v0',
      'Variant 3',
      'gone',
    ])
    expect([names.findKey('v3'), names.findId('v3'), names.findId('A')]).toEqual(['v3', 'v3', null])
  })

  it('are letters in another order while they are hidden', () => {
    const names = createVariantNames(variants, 7)
    expect(names.order).not.toEqual(variants.map(({ id }) => id))
    expect(names.order.toSorted()).toEqual(variants.map(({ id }) => id).toSorted())
    expect(names.order.map(names.findName).slice(24, 29)).toEqual(['Y', 'Z', 'AA', 'AB', 'AC'])
    expect(names.order.map((id) => names.findId(names.findKey(id)))).toEqual(names.order)
  })

  it('stay the same while they are hidden, and are others the next time', () => {
    expect(createVariantNames(variants, 7).order).toEqual(createVariantNames(variants, 7).order)
    expect(createVariantNames(variants, 7).order).not.toEqual(createVariantNames(variants, 8).order)
  })

  it('do not betray the place of a variant: each comes first about as often', () => {
    const four = variants.slice(0, 4)
    const firsts = Array.from({ length: 4000 }, (_, seed) => createVariantNames(four, seed * 7919).order[0])
    for (const { id } of four) {
      const count = firsts.filter((first) => first === id).length
      expect(count).toBeGreaterThan(850)
      expect(count).toBeLessThan(1150)
    }
  })
})

describe('an address under other names', () => {
  const plain = createVariantNames(variants, null)
  const blind = createVariantNames(variants, 7)
  const [v3, v9] = [blind.findKey('v3'), blind.findKey('v9')]

  it.each([
    ['results', ['v3', 'reduction'], [v3, 'reduction']],
    [null, ['v3'], [v3]],
    ['cell', ['v3', 'v3', '1', 'v9'], ['v3', v3, '1', 'v9']],
    ['pair', ['t', 'v3', '0', 'v9', '1'], ['t', v3, '0', v9, '1']],
    ['setup', ['v3'], ['v3']],
    ['results', ['gone'], ['gone']],
    ['results', [], []],
  ])('of %s %j is %j, and back', (place, named, lettered) => {
    expect(renameSteps(place, named, plain, blind)).toEqual(lettered)
    expect(renameSteps(place, lettered, blind, plain)).toEqual(named)
  })
})
