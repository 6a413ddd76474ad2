import { describe, expect, it } from 'vitest'
import { slotAxis } from './slot-axis.ts'

describe('the axis of messages', () => {
  it('gives each message a slot, and finds the message of every place', () => {
    const { edge, middle, indexAt } = slotAxis({ from: 10, to: 13 }, 100, 180)
    expect([edge(10), middle(10), edge(11), edge(14)]).toEqual([100, 110, 120, 180])
    expect([0, 100, 119.9, 120, 179, 500].map(indexAt)).toEqual([10, 10, 10, 11, 13, 13])
  })

  it('fills the width with a single message', () => {
    const { edge, indexAt, ticks } = slotAxis({ from: 0, to: 0 }, 50, 150)
    expect([edge(0), edge(1), indexAt(120), ...ticks]).toEqual([50, 150, 0, 0])
  })

  it.each([
    [{ from: 0, to: 91 }, 900, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]],
    [{ from: 13, to: 17 }, 900, [13, 14, 15, 16, 17]],
    [{ from: 0, to: 9999 }, 450, [0, 2000, 4000, 6000, 8000]],
    [{ from: 0, to: 9999 }, 0, [0, 5000]],
  ])('letters %j over %i pixels with whole, round numbers', (range, width, expected) => {
    expect(slotAxis(range, 0, width).ticks).toEqual(expected)
  })
})
