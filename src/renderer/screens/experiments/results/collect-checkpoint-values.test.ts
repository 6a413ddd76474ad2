import { expect, it } from 'vitest'
import { recall } from '../../../../shared/testing/build-comparison.ts'
import { buildCell, buildPlannedCheckpoint } from '../testing/experiment-fixtures.ts'
import { collectCheckpointValues } from './collect-checkpoint-values.ts'

const cells = [
  buildCell('v', 't@2', { repeat: 2, values: { [recall.id]: 0.8 } }),
  buildCell('v', 't@1', { values: { [recall.id]: 0.5 } }),
  buildCell('v', 't@2', { repeat: 1, values: { [recall.id]: 0.6 } }),
  buildCell('base', 't@2', { values: { [recall.id]: 0.4 } }),
  buildCell('base', 't@1', { status: 'failed' }),
  buildCell('v', 't@3', { values: { [recall.id]: null } }),
]

it('sets the means of the repeats beside those of the baseline, checkpoint by checkpoint', () => {
  const rows = collectCheckpointValues({
    checkpoints: ['t@1', 't@2', 't@3', 't@4'].map(buildPlannedCheckpoint),
    cells,
    variantId: 'v',
    baselineId: 'base',
    metric: recall.id,
  })
  expect(rows.map(({ value, baseline }) => [value, baseline])).toEqual([
    [0.5, null],
    [0.7, 0.4],
    [null, null],
    [null, null],
  ])
  expect(rows.map(({ difference }) => difference?.toFixed(2))).toEqual([
    undefined,
    '0.30',
    undefined,
    undefined,
  ])
  expect(rows[1]?.cells.map(({ repeat }) => repeat)).toEqual([1, 2])
})
