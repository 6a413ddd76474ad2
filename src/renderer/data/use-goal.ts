import { goalSchema, type Goal } from '../../shared/home/answer-types.ts'
import { usePreference } from './use-preference.ts'

/** What a person wants of condensing, remembered and the same everywhere. */
export function useGoal(): readonly [Goal, (goal: Goal) => void] {
  return usePreference('goal', goalSchema, 'balanced')
}
