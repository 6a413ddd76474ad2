import { describe, expect, it } from 'vitest'
import { placeLabels } from './place-labels.ts'

const frame = { left: 0, right: 200, top: 0, bottom: 200 }
const mark = (id: string, x: number, y: number) => ({ id, x, y, text: '0123456789' })

describe('labels of a chart', () => {
  it('stand above their marks', () => {
    const one = mark('a', 100, 50)
    expect(placeLabels([one], frame)).toEqual([{ x: 100, y: 40, text: one.text, mark: one }])
  })

  it('stay inside the frame, at its top below their marks', () => {
    const [left, right, top] = placeLabels([mark('a', 2, 50), mark('b', 199, 50), mark('c', 100, 6)], frame)
    expect(left?.x).toBe(31)
    expect(right?.x).toBe(169)
    expect(top?.y).toBe(24)
  })

  it('go below, and then farther away, where they would cover each other, and only there', () => {
    const placed = placeLabels([mark('a', 100, 90), mark('b', 130, 90), mark('c', 110, 88)], frame)
    expect(placed.map(({ y }) => y)).toEqual([80, 108, 65])
    expect(placeLabels([mark('a', 40, 90), mark('b', 140, 90)], frame).map(({ y }) => y)).toEqual([80, 80])
  })

  it('cover no other mark', () => {
    const [label] = placeLabels([mark('a', 100, 90), mark('b', 120, 76)], frame)
    expect(label?.y).toBe(108)
  })

  it('cover nothing else that is told of', () => {
    const box = { left: 90, right: 140, top: 70, bottom: 84 }
    const places = [[], [box]].map((others) => placeLabels([mark('a', 100, 90)], frame, others)[0]?.y)
    expect(places).toEqual([80, 108])
  })

  it('are cut where they are long', () => {
    const [label] = placeLabels([{ id: 'a', x: 100, y: 50, text: 'long '.repeat(40) }], frame)
    expect(label?.text).toHaveLength(28)
    expect(label?.text.endsWith('…')).toBe(true)
  })
})
