import { expect, it } from 'vitest'
import { pickBest, findGoalFailure, rankForGoal } from './goal-rule.ts'

const light = { id: 'light', savedPercent: 8, kept: 1, costUsd: -0.1 }
const middle = { id: 'middle', savedPercent: 50, kept: 0.9, costUsd: -2 }
const deeper = { id: 'deeper', savedPercent: 60, kept: 0.897, costUsd: -2.4 }
const hard = { id: 'hard', savedPercent: 95, kept: 0.6, costUsd: -3 }
const brutal = { id: 'brutal', savedPercent: 99, kept: 0.3, costUsd: -4 }
const all = [light, middle, deeper, hard, brutal]

it('takes the cheapest of those that keep at least half of what the best one keeps', () => {
  expect(findGoalFailure(brutal, all, 'cheapest')).toBe('keeps-too-little')
  expect(rankForGoal('cheapest', all).map(({ id }) => id)).toEqual([
    'hard',
    'deeper',
    'middle',
    'light',
    'brutal',
  ])
})

it('lets what is saved stand for a bill without prices', () => {
  const unpriced = [middle, hard].map((one) => ({ ...one, costUsd: null }))
  expect(pickBest('cheapest', unpriced)?.id).toBe('hard')
})

it('takes what keeps most of those that save enough, and of equals the one that saves more', () => {
  expect(findGoalFailure(light, all, 'keeps-most')).toBe('saves-too-little')
  expect(rankForGoal('keeps-most', all)[0]?.id).toBe('deeper')
})

it('asks a balanced one for half of what the most saving one saves', () => {
  expect(findGoalFailure(light, all, 'balanced')).toBe('saves-too-little')
  expect(findGoalFailure(middle, all, 'balanced')).toBeNull()
  expect(rankForGoal('balanced', all).slice(-2)).toEqual([light, brutal])
})

it('takes none as balanced that keeps nearly nothing, be it the only one that lowers the bill', () => {
  const dear = { ...light, costUsd: 1 }
  expect(findGoalFailure(brutal, [dear, brutal], 'balanced')).toBe('keeps-too-little')
})

it('has no best one of none', () => {
  expect(pickBest('balanced', [])).toBeUndefined()
})

it('recommends nobody who raises the bill, unless what is kept alone counts', () => {
  const dear = { id: 'dear', savedPercent: 60, kept: 0.99, costUsd: 0.03 }
  const goals = ['cheapest', 'balanced', 'keeps-most'] as const
  expect(goals.map((goal) => findGoalFailure(dear, [...all, dear], goal))).toEqual([
    'raises-bill',
    'raises-bill',
    null,
  ])
})
