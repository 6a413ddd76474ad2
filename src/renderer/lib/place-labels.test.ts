import { describe, expect, it } from 'vitest'
import { placeLabels } from './place-labels.ts'

const width = { left: 0, right: 200 }
const mark = (id: string, x: number, y: number) => ({ id, x, y, text: '0123456789' })

describe('labels of a chart', () => {
  it('stand above their marks', () => {
    const one = mark('a', 100, 50)
    expect(placeLabels([one], width)).toEqual([{ x: 100, y: 40, text: one.text, mark: one }])
  })

  it('stay inside the width', () => {
    const [left, right] = placeLabels([mark('a', 2, 50), mark('b', 199, 50)], width)
    expect(left?.x).toBe(31)
    expect(right?.x).toBe(169)
  })

  it('stack where they would cover each other, and only there', () => {
    const placed = placeLabels([mark('a', 100, 90), mark('b', 130, 90), mark('c', 110, 88)], width)
    expect(placed.map(({ y }) => y)).toEqual([80, 67, 52])
    expect(placeLabels([mark('a', 40, 90), mark('b', 140, 90)], width).map(({ y }) => y)).toEqual([80, 80])
  })
})
