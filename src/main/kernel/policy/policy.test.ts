import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeSlidingWindowSize } from '../../methods/own/sliding-window/sliding-window.ts'
import { chooseThreshold, decideTrigger, forcedReduction, type TriggerInput } from './context-trigger.ts'

describe('the threshold', () => {
  it.each([
    ['nothing', undefined, 75, 'global', false],
    ['-1', -1, 75, 'global', false],
    ['5', 5, 5, 'profile', false],
    ['100', 100, 100, 'profile', false],
    ['4', 4, 75, 'global', true],
    ['101', 101, 75, 'global', true],
    ['0', 0, 75, 'global', true],
    ['not a number', Number.NaN, 75, 'global', true],
  ])('of a profile that says %s', (_name, profile, percent, source, warns) => {
    const choice = chooseThreshold(75, profile)
    expect(choice).toMatchObject({ percent, source })
    expect(choice.warning !== null).toBe(warns)
  })
})

const base: TriggerInput = {
  totalTokens: 50_000,
  lastMessageTokens: 0,
  windowTokens: 100_000,
  maxTokens: null,
  autoCondense: true,
  threshold: { percent: 100, source: 'global', warning: null },
}
const at = (percent: number) => ({ percent, source: 'global' as const, warning: null })

describe('the trigger', () => {
  it.each([
    ['no output limit', null, 8192, 81_808],
    ['an output limit of 0', 0, 8192, 81_808],
    ['an output limit of 50,000', 50_000, 50_000, 40_000],
    ['an output limit that leaves nothing', 95_000, 95_000, -5000],
  ])('with %s allows what is left of nine tenths of the window', (_name, maxTokens, reserved, allowed) => {
    const decision = decideTrigger({ ...base, maxTokens })
    expect(decision.reserved).toBe(reserved)
    expect(decision.allowed).toBeCloseTo(allowed, 6)
  })

  it.each<[string, Partial<TriggerInput>, boolean, boolean]>([
    ['below everything', {}, false, false],
    ['exactly at the allowed tokens', { totalTokens: 81_808 }, false, false],
    ['one above the allowed tokens', { totalTokens: 81_809 }, true, true],
    ['with the last message above them', { totalTokens: 81_000, lastMessageTokens: 809 }, true, true],
    ['just under the threshold', { totalTokens: 74_999, threshold: at(75) }, false, false],
    ['exactly at the threshold', { totalTokens: 75_000, threshold: at(75) }, true, false],
    [
      'above the allowed tokens with automatic condensation off',
      { totalTokens: 90_000, autoCondense: false },
      false,
      true,
    ],
    [
      'at the threshold with automatic condensation off',
      { totalTokens: 75_000, threshold: at(75), autoCondense: false },
      false,
      false,
    ],
    [
      'of a small model',
      { totalTokens: 7900, windowTokens: 7999, maxTokens: 100, threshold: at(50) },
      false,
      true,
    ],
    [
      'of a model that is just not small',
      { totalTokens: 7900, windowTokens: 8000, maxTokens: 100, threshold: at(50) },
      true,
      true,
    ],
    ['with nothing counted yet', { totalTokens: 0, lastMessageTokens: 99_000 }, false, false],
  ])('%s', (_name, input, wouldCondense, wouldTruncate) => {
    expect(decideTrigger({ ...base, ...input })).toMatchObject({ wouldCondense, wouldTruncate })
  })

  it('allows tenths of a token without noise behind them', () => {
    expect(decideTrigger({ ...base, windowTokens: 7999, maxTokens: null }).allowed).toBe(-992.9)
  })

  it('of a model that says its input is too long counts 75 % and is tried three times', () => {
    expect(forcedReduction).toEqual({ tries: 3, percent: 75 })
    const threshold = at(forcedReduction.percent)
    expect(decideTrigger({ ...base, totalTokens: 75_000, threshold }).wouldCondense).toBe(true)
    expect(decideTrigger({ ...base, totalTokens: 74_999, threshold }).wouldCondense).toBe(false)
  })

  it('counts the last message into the percentage', () => {
    const decision = decideTrigger({ ...base, totalTokens: 50_000, lastMessageTokens: 250 })
    expect(decision).toMatchObject({ contextTokens: 50_250, percent: 50.25 })
  })

  it.each<[string, Partial<TriggerInput>, string]>([
    ['of nothing', { totalTokens: 0 }, 'Nothing has been counted yet.'],
    ['below', {}, 'The context is below the threshold and within the allowed tokens.'],
    ['full', { totalTokens: 80_000, threshold: at(75) }, 'The context has reached the threshold.'],
    ['over', { totalTokens: 82_000 }, 'The context exceeds the allowed tokens.'],
    [
      'over and off',
      { totalTokens: 82_000, autoCondense: false },
      'The context exceeds the allowed tokens, and automatic condensation is off.',
    ],
    [
      'full and small',
      { totalTokens: 7900, windowTokens: 7999, maxTokens: 1, threshold: at(50) },
      'The context has reached the threshold, and the window is too small for a summary.',
    ],
  ])('%s has its reason', (_name, input, reason) => {
    expect(decideTrigger({ ...base, ...input }).reason).toBe(reason)
  })

  it('gives a reason for every decision', () => {
    for (const totalTokens of [0, 10, 75_000, 90_000]) {
      expect(decideTrigger({ ...base, totalTokens }).reason).toMatch(/\.$/)
    }
  })
})

describe('the sliding window', () => {
  it.each([
    [5, 0.5, 3],
    [7, 0.3, 7],
    [4, 1, 2],
    [1, 0.5, 1],
    [0, 0.5, 0],
    [2, 1, 2],
    [3, 1, 1],
    [3, 0.5, 3],
    [100, 0, 100],
    [9, 0.5, 5],
    [10, 0.5, 6],
  ])('of %i messages and a fraction of %d leaves %i', (count, fraction, left) => {
    expect(count - computeSlidingWindowSize(count, fraction)).toBe(left)
  })

  it('equals its formula, is even, and never takes the first message', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, fraction) => {
          const raw = Math.floor((count - 1) * fraction)
          const removed = computeSlidingWindowSize(count, fraction)
          expect(removed).toBe(raw - (raw % 2))
          expect(removed).toBeLessThan(count)
        },
      ),
    )
  })
})
