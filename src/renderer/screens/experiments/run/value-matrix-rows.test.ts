import { describe, expect, it } from 'vitest'
import { buildCell, buildPlannedCheckpoint } from '../testing/experiment-fixtures.ts'
import { buildValueMatrix } from './value-matrix-rows.ts'

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
  checkpoints: [
    buildPlannedCheckpoint('good@1'),
    buildPlannedCheckpoint('bad@1'),
    buildPlannedCheckpoint('none@1'),
  ],
}
const cells = [
  buildCell('a', 'good@1', { values: { recall: 1 } }),
  buildCell('b', 'good@1', { values: { recall: 0.8 } }),
  buildCell('a', 'bad@1', { values: { recall: 0.5 } }),
  buildCell('b', 'bad@1', { values: { recall: 0 }, outcome: 'unchanged' }),
  buildCell('a', 'none@1', { values: { recall: null } }),
]
const buildMatrix = (direction: 'higher' | 'lower', isWorstFirst = true) =>
  buildValueMatrix({ plan, cells, running: new Set(), metric: { id: 'recall', direction }, isWorstFirst })

describe('the matrix of values', () => {
  it('has the worst checkpoint first, and those without values last', () => {
    const listNames = (matrix: ReturnType<typeof buildMatrix>) =>
      matrix.rows.map(({ checkpoint }) => checkpoint.id)
    expect(listNames(buildMatrix('higher'))).toEqual(['bad@1', 'good@1', 'none@1'])
    expect(listNames(buildMatrix('lower'))).toEqual(['good@1', 'bad@1', 'none@1'])
    expect(listNames(buildMatrix('higher', false))).toEqual(['good@1', 'bad@1', 'none@1'])
  })

  it('colours by where a value stands between the worst and the best', () => {
    const { rows, ends } = buildMatrix('higher')
    expect(ends).toEqual({ worst: 0, best: 1 })
    expect(rows.map(({ places }) => places.map(({ level }) => level))).toEqual([
      [2, 0],
      [4, 4],
      [null, null],
    ])
    expect(buildMatrix('lower').ends).toEqual({ worst: 1, best: 0 })
  })

  it('tells a history that was unchanged', () => {
    expect(buildMatrix('higher').rows[0]?.places.map(({ isUnchanged }) => isUnchanged)).toEqual([false, true])
  })
})
