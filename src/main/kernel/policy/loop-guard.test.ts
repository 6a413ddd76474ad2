import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardAgainstLoops, type GuardState } from './plan-automatic.ts'

const open = (attemptsLeft: number): GuardState => ({ isOpen: true, attemptsLeft })
const shutUntil = (seconds: number): GuardState => ({ isOpen: false, untilTs: seconds * 1000 })

describe('the loop guard', () => {
  it.each<[string, number[], number, GuardState]>([
    ['grants three attempts to begin with', [], 0, open(3)],
    ['counts each of them', [0], 1, open(2)],
    ['leaves the last one', [0, 10], 20, open(1)],
    ['shuts after the third, a minute from then', [0, 10, 20], 20, shutUntil(80)],
    ['stays shut to the last millisecond', [0, 10, 20], 79.999, shutUntil(80)],
    ['grants three again after the cooldown, not one', [0, 10, 20], 80, open(3)],
    ['counts afresh after the cooldown', [0, 10, 20, 81, 82], 83, open(1)],
    ['shuts again after three more', [0, 10, 20, 81, 82, 83], 84, shutUntil(143)],
    ['forgets an attempt a minute later', [0, 30], 60, open(2)],
    ['remembers it until then', [0, 30], 59.999, open(1)],
    ['takes three that are spread over more than a minute for no loop', [0, 30, 60], 61, open(1)],
    ['shuts for three within less than a minute', [0, 30, 59.999], 60, shutUntil(119.999)],
    ['does not count what somebody forced during the cooldown', [0, 10, 20, 30, 40], 81, open(3)],
  ])('%s', (_name, attempts, now, expected) => {
    const state = guardAgainstLoops(
      attempts.map((seconds) => seconds * 1000),
      now * 1000,
    )
    expect(state).toEqual(expected)
  })

  const gapsMs = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 })

  it('never lets more than three through within a minute', () => {
    fc.assert(
      fc.property(gapsMs, (gaps) => {
        const attempts = obey(gaps)
        for (const start of attempts) {
          const within = attempts.filter((ts) => ts >= start && ts < start + 60_000)
          expect(within.length).toBeLessThanOrEqual(3)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('opens again at the time that it named, whatever happened before', () => {
    fc.assert(
      fc.property(gapsMs, (gaps) => {
        const attempts = obey(gaps)
        const state = guardAgainstLoops(attempts, attempts.at(-1) ?? 0)
        if (state.isOpen) return
        expect(guardAgainstLoops(attempts, state.untilTs - 1).isOpen).toBe(false)
        expect(guardAgainstLoops(attempts, state.untilTs)).toEqual(open(3))
      }),
    )
  })
})

/** Attempts of somebody who tries again and again, and is let through only where the guard is open. */
function obey(gapsMs: readonly number[]): number[] {
  let ts = 0
  const attempts: number[] = []
  for (const gap of gapsMs) {
    ts += gap
    if (guardAgainstLoops(attempts, ts).isOpen) attempts.push(ts)
  }
  return attempts
}
