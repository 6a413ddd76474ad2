import { describe, expect, it } from 'vitest'
import { formatHalfLife } from '../../../../shared/replay/policy-words.ts'
import {
  describeCondensation,
  describeDrift,
  findSurvivalAfter,
  type DriftedPolicy,
} from './survival-text.ts'

const cycle = (survival: number | null, isCondensed = true): DriftedPolicy['cycles'][number] => ({
  messages: 10,
  tokensBefore: 1000,
  tokensAfter: 500,
  costUsd: 0,
  isCondensed,
  isCostEstimated: false,
  survival,
  byClass: {},
})
const policy = (facts: number, half: number | null, ...cycles: DriftedPolicy['cycles']): DriftedPolicy => ({
  id: 'native',
  facts,
  halfLifeCycles: half,
  cycles,
  notes: [],
})

describe('the answer of a drift', () => {
  const findName = (id: string): string => id.toUpperCase()
  const said = (...policies: readonly DriftedPolicy[]): string =>
    describeDrift({ cuts: [5, 10], policies: [...policies] }, findName).replaceAll('\u202f', ' ')
  const named = (id: string, ...cycles: DriftedPolicy['cycles']) => ({ ...policy(98, null, ...cycles), id })

  it('names the policy that keeps the most and the one that keeps the least', () => {
    const all = [
      named('a', cycle(0.4), cycle(0.03)),
      named('b', cycle(1), cycle(1)),
      named('c', cycle(0.5), cycle(0.2)),
    ]
    expect(said(...all)).toBe('After 2 condensations, B still has 100 % of the 98 first facts, and A 3 %.')
    expect(said(all[0]!)).toBe('After 2 condensations, A still has 3 % of the 98 first facts.')
  })

  it('leaves out policies that condensed nothing, and says where none did', () => {
    const idle = named('idle', cycle(1, false), cycle(1, false))
    expect(said(idle, named('a', cycle(0.4), cycle(0.1)))).toMatch(/, A still has 10 %/)
    expect(said(idle)).toBe('No policy condensed anything, so nothing was lost.')
    expect(said(policy(0, null, cycle(null)))).toBe('')
  })
})

describe('what is left of the first facts', () => {
  it('is all of them before the first condensation, and what the record says after each', () => {
    const native = policy(10, 1.25, cycle(0.4), cycle(0.1))
    expect([0, 1, 2, 3].map((at) => findSurvivalAfter(native, at))).toEqual([1, 0.4, 0.1, null])
  })

  it('is nothing where there were none', () => {
    expect([0, 1].map((at) => findSurvivalAfter(policy(0, null, cycle(null)), at))).toEqual([null, null])
  })

  it.each([
    ['half-life 1.3', policy(10, 1.26, cycle(0.4))],
    ['nothing lost', policy(10, null, cycle(1))],
    ['condensed nothing', policy(10, null, cycle(1, false))],
    ['no facts to lose', policy(0, null, cycle(null))],
  ])('is summed up as %s', (text, one) => expect(formatHalfLife(one)).toBe(text))
})

it.each([
  [0, 'Before the first condensation'],
  [1, 'After condensation 1, before message 19'],
  [2, 'After condensation 2, before message 39'],
])('of two condensations, %d reads %s', (at, text) => expect(describeCondensation([19, 39], at)).toBe(text))
