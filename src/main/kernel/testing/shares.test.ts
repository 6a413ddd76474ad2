import { describe, expect, it } from 'vitest'
import { isWholeRun, randomRuns, selectTestShare } from './shares.ts'

describe.skipIf(isWholeRun)('a share of a list', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

  it('is the same each time, and turns in a row meet all of it', () => {
    expect(selectTestShare(list, 1, 3)).toEqual(['b', 'e'])
    expect(selectTestShare(list, 4, 3)).toEqual(['b', 'e'])
    const met = [10, 11, 12].flatMap((turn) => selectTestShare(list, turn, 3))
    expect(met.toSorted()).toEqual(list)
  })

  it('is one of a list that is shorter than its turns, and nothing of nothing', () => {
    expect([0, 1, 2, 3].map((turn) => selectTestShare(['a', 'b'], turn, 5))).toEqual([
      ['a'],
      ['b'],
      ['a'],
      ['b'],
    ])
    expect(selectTestShare([], 3, 5)).toEqual([])
  })

  it('of random cases is a third, and at least one', () => {
    expect([randomRuns(60), randomRuns(1)]).toEqual([20, 1])
  })
})
