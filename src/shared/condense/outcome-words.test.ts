import { describe, expect, it } from 'vitest'
import { recall } from '../testing/build-comparison.ts'
import { describeOutcomeSplit, describeSecondSample } from './outcome-words.ts'

const findName = (id: string): string => id
const split = {
  variant: 'native',
  metric: recall.id,
  solved: { tasks: 12, mean: 0.61 },
  unsolved: { tasks: 9, mean: 0.4 },
  auc: 0.81,
  chance: { low: 0.26, high: 0.74 },
  p: 0.004,
  verdict: 'separates' as const,
}

describe('the outcome of tasks in words', () => {
  it('says what separates them, with the figures', () => {
    expect(describeOutcomeSplit(split, recall, findName)).toBe(
      'What native keeps of the facts the agent went on to use separates solved from unsolved tasks: 0.61 in 12 solved tasks, 0.40 in 9 unsolved ones (AUC 0.81, by chance 0.26 to 0.74, p 0.004).',
    )
  })

  it('says that there are too few of either', () => {
    const few = { ...split, unsolved: { tasks: 1, mean: 0.4 }, auc: null, chance: null, p: null }
    expect(describeOutcomeSplit({ ...few, verdict: 'too-few-tasks' }, recall, findName)).toBe(
      'What native keeps of the facts the agent went on to use: too few tasks to tell, 12 solved tasks and 1 unsolved one. It takes 5 of each.',
    )
  })
})

describe('a second sample in words', () => {
  it('says that a deterministic one is the same by construction', () => {
    const again = { variant: 'a-again', of: 'a', isRepeatable: true }
    expect(describeSecondSample({ again }, findName)).toContain('the same result each time')
    expect(describeSecondSample({ again: { ...again, isRepeatable: false } }, findName)).toContain(
      'noise floor',
    )
    expect(describeSecondSample({ again: null }, findName)).toBe('')
  })
})
