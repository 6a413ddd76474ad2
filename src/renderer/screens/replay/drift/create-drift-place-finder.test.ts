import { describe, expect, it } from 'vitest'
import { createDriftNameFinder, createDriftPlaceFinder } from './create-drift-place-finder.ts'

const marked = [
  { id: 'none', name: 'Never condensing', provider: undefined },
  { id: 'native-50', name: 'Native at 100k tok', provider: 'native' },
  { id: 'native-75', name: 'Native at 150k tok', provider: 'native' },
  { id: 'lossless-75', name: 'Lossless at 150k tok', provider: 'lossless' },
]

describe('the marks of a drift', () => {
  it('are those of the results for the same policy', () => {
    expect(['native-75', 'none'].map(createDriftPlaceFinder(marked, ['native-75', 'none']))).toEqual([2, 0])
  })

  it('are those of the first policy of a provider for one that is called like it', () => {
    const ids = ['native', 'lossless', 'truncation', 'smart']
    expect(ids.map(createDriftPlaceFinder(marked, ids))).toEqual([1, 3, 4, 5])
  })

  it('are never the same for two policies', () => {
    const ids = ['native', 'native-50', 'lossless']
    expect(ids.map(createDriftPlaceFinder(marked, ids))).toEqual([4, 1, 3])
  })
})

describe('the names of a drift', () => {
  it('are those of the results, those of the usual policies, else the ids', () => {
    expect(['native-75', 'smart', 'mine'].map(createDriftNameFinder(marked))).toEqual([
      'Native at 150k tok',
      'Smart: Balanced',
      'mine',
    ])
  })
})
