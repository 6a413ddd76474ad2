import { describe, expect, it } from 'vitest'
import { wholeAxis } from './whole-axis.ts'

const upTo = (last: number, first = 0): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('an axis of requests', () => {
  it.each([
    ['four', upTo(3), [0, 1, 2, 3]],
    ['forty-nine', upTo(48), [0, 10, 20, 30, 40, 48]],
    ['forty-two, the last one beside a round number', upTo(41), [0, 10, 20, 30, 41]],
    ['forty-six', upTo(45), [0, 10, 20, 30, 40, 45]],
    ['some from the middle', upTo(31, 19), [19, 20, 22, 24, 26, 28, 30, 31]],
    ['some with a gap', [0, 1, 2, 20, 25, 30], [0, 20, 25, 30]],
    ['one', [7], [7]],
    ['a thousand', upTo(999), [0, 200, 400, 600, 800, 999]],
  ])('of %s is lettered where requests are', (_name, values, ticks) => {
    expect(wholeAxis(values, 0, 500, 6).ticks).toEqual(ticks)
  })

  it('ends with the last one', () => {
    const { place } = wholeAxis(upTo(48), 62, 450, 5)
    expect([place(0), place(24), place(48)]).toEqual([62, 256, 450])
  })

  it('has a single one in its middle', () => {
    expect(wholeAxis([7], 62, 450, 5).place(7)).toBe(256)
  })
})
