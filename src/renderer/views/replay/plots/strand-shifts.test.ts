import { describe, expect, it } from 'vitest'
import { strandShifts } from './strand-shifts.ts'

const line = (id: string, ...ys: readonly number[]) => ({ id, points: ys.map((y, x) => ({ x, y })) })

describe('lines that share a value', () => {
  it('stand beside each other around it, and alone where they part', () => {
    const shiftOf = strandShifts([
      line('native', 1, 1, 0.5),
      line('lossless', 1, 1, 1),
      line('smart', 1, 1, 1),
    ])
    expect(['native', 'lossless', 'smart'].map((id) => shiftOf(id, 1))).toEqual([-3.5, 0, 3.5])
    expect(shiftOf('native', 2)).toBe(0)
    expect(shiftOf('lossless', 2)).toBe(-1.75)
  })

  it('stay near it, however many they are', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `policy-${index}`)
    const shiftOf = strandShifts(ids.map((id) => line(id, 1)))
    const shifts = ids.map((id) => shiftOf(id, 0))
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThanOrEqual(6)
    expect(new Set(shifts).size).toBe(30)
  })
})
