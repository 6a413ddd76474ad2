import { describe, expect, it } from 'vitest'
import { cellOf, checkpointOf } from '../testing/experiment-fixtures.ts'
import { valueMatrix } from './value-matrix-rows.ts'

const variant = (id: string) => ({
  id,
  label: id,
  providerId: id,
  providerVersion: '1',
  presetId: null,
  settings: {},
  targetTokens: null,
  prompt: null,
  model: null,
  pinConstraints: false,
  repeats: 1,
})
const plan = {
  variants: [variant('a'), variant('b')],
  checkpoints: [checkpointOf('good@1'), checkpointOf('bad@1'), checkpointOf('none@1')],
}
const cells = [
  cellOf('a', 'good@1', { values: { recall: 1 } }),
  cellOf('b', 'good@1', { values: { recall: 0.8 } }),
  cellOf('a', 'bad@1', { values: { recall: 0.5 } }),
  cellOf('b', 'bad@1', { values: { recall: 0 }, outcome: 'unchanged' }),
  cellOf('a', 'none@1', { values: { recall: null } }),
]
const matrixOf = (direction: 'higher' | 'lower', isWorstFirst = true) =>
  valueMatrix({ plan, cells, running: new Set(), metric: { id: 'recall', direction }, isWorstFirst })

describe('the matrix of values', () => {
  it('has the worst checkpoint first, and those without values last', () => {
    const namesOf = (matrix: ReturnType<typeof matrixOf>) =>
      matrix.rows.map(({ checkpoint }) => checkpoint.id)
    expect(namesOf(matrixOf('higher'))).toEqual(['bad@1', 'good@1', 'none@1'])
    expect(namesOf(matrixOf('lower'))).toEqual(['good@1', 'bad@1', 'none@1'])
    expect(namesOf(matrixOf('higher', false))).toEqual(['good@1', 'bad@1', 'none@1'])
  })

  it('colours by where a value stands between the worst and the best', () => {
    const { rows, ends } = matrixOf('higher')
    expect(ends).toEqual({ worst: 0, best: 1 })
    expect(rows.map(({ places }) => places.map(({ level }) => level))).toEqual([
      [2, 0],
      [4, 4],
      [null, null],
    ])
    expect(matrixOf('lower').ends).toEqual({ worst: 1, best: 0 })
  })

  it('tells a history that was unchanged', () => {
    expect(matrixOf('higher').rows[0]?.places.map(({ isUnchanged }) => isUnchanged)).toEqual([false, true])
  })
})
