import { describe, expect, it } from 'vitest'
import { canStartCondensation } from './plan-automatic.ts'

const levels = { triggerPercent: 75, stopPercent: 50, minimumGainPercent: 10 }

describe('a condensation may start', () => {
  it.each<[string, number, number | null, boolean]>([
    ['below the trigger: no', 74.9, null, false],
    ['below the trigger after a good one: no', 74.9, 20, false],
    ['at the trigger, the first time: yes', 75, null, true],
    ['at the trigger after one that ended at the stop level: yes', 75, 50, true],
    ['after one that ended above the stop level, before the gain: no', 75, 65.1, false],
    ['after one that ended above the stop level, grown by the gain: yes', 75.1, 65.1, true],
    ['after one that ended above the trigger, before the gain: no', 89.9, 80, false],
    ['after one that ended above the trigger, grown by the gain: yes', 90, 80, true],
    ['grown by the gain and still below the trigger: no', 74, 60, false],
  ])('%s', (_name, percent, lastEndedAt, expected) => {
    expect(canStartCondensation(levels, percent, lastEndedAt)).toBe(expected)
  })

  it('is decided by the stop level itself, the level included', () => {
    const wide = { ...levels, minimumGainPercent: 30 }
    expect(canStartCondensation(wide, 75, 50)).toBe(true)
    expect(canStartCondensation(wide, 75, 50.1)).toBe(false)
  })
})
