import { describe, expect, it } from 'vitest'
import { aboveRows, labelX, levelLabelYs, rowHeight } from './level-labels.ts'

describe('the words of the levels', () => {
  it('stand over their lines where there is room', () => {
    expect([
      ...levelLabelYs([
        { id: 'trigger', y: 80 },
        { id: 'window', y: 40 },
      ]),
    ]).toEqual([
      ['window', 36],
      ['trigger', 76],
    ])
  })

  it.each([0, 1, 5, 12])('never lie on each other when their lines are %i pixels apart', (apart) => {
    const places = levelLabelYs([
      { id: 'window', y: 40 },
      { id: 'trigger', y: 40 + apart },
    ])
    expect((places.get('trigger') ?? 0) - (places.get('window') ?? 0)).toBeGreaterThanOrEqual(rowHeight)
  })

  it('begin further to the left where they would leave the plot', () => {
    const label = 'window 200 000 tok of anthropic/claude-sonnet-4'
    expect(labelX(label, 1000)).toBe(176)
    expect(labelX(label, 420)).toBeLessThan(176)
    expect(labelX(label, 200)).toBe(80)
  })

  it('stand in one row above the plot where that is wide enough, and each in its own where it is not', () => {
    const levels = [
      { label: 'condenses at 891 808 tok: 90 % less 8 192 reserved' },
      { label: 'window 1 000 000 tok' },
    ]
    expect(aboveRows(levels, 1200)).toHaveLength(1)
    expect(aboveRows(levels, 500)).toHaveLength(2)
    expect(aboveRows([], 500)).toEqual([])
  })
})
