import { describe, expect, it } from 'vitest'
import type { MetricDirection } from '../../../shared/activity/quality-types.ts'
import { type Evidence, reachVerdict } from './reach-verdict.ts'

const evidence: Evidence = {
  interval: { low: 0.1, high: 0.3 },
  correctedP: 0.01,
  margin: 0.05,
  direction: 'higher',
  significanceLevel: 0.02,
}

describe('a verdict', () => {
  it.each<[string, number, number, number, MetricDirection, string | undefined]>([
    ['above zero and higher is better', 0.1, 0.3, 0.01, 'higher', 'better'],
    ['below zero and higher is better', -0.3, -0.1, 0.01, 'higher', 'worse'],
    ['above zero and lower is better', 0.1, 0.3, 0.01, 'lower', 'worse'],
    ['below zero and lower is better', -0.3, -0.1, 0.01, 'lower', 'better'],
    ['above zero, p at the level', 0.1, 0.3, 0.02, 'higher', 'better'],
    ['above zero, p above the level', 0.1, 0.3, 0.021, 'higher', undefined],
    ['around zero and wide', -0.1, 0.3, 0.5, 'higher', undefined],
    ['around zero though p is small', -0.001, 0.3, 0.01, 'higher', undefined],
    ['from zero on though p is small', 0, 0.3, 0.01, 'higher', undefined],
    ['inside the margin', -0.04, 0.04, 0.5, 'higher', 'no-difference'],
    ['the margin itself', -0.05, 0.05, 0.5, 'higher', 'no-difference'],
    ['certain but inside the margin', 0.01, 0.04, 0.001, 'higher', 'no-difference'],
    ['beyond the margin at one end', 0.01, 0.06, 0.001, 'higher', 'better'],
    ['beyond the margin at the other end', -0.06, 0.01, 0.5, 'higher', undefined],
  ])('on an interval %s', (_name, low, high, correctedP, direction, expected) => {
    expect(reachVerdict({ ...evidence, interval: { low, high }, correctedP, direction })?.word).toBe(expected)
  })

  it('says no difference of a point at zero without a margin', () => {
    const verdict = reachVerdict({ ...evidence, interval: { low: 0, high: 0 }, correctedP: 1, margin: 0 })
    expect(verdict?.word).toBe('no-difference')
  })
})
