import { describe, expect, it } from 'vitest'
import { recall, tokens } from '../testing/experiment-fixtures.ts'
import { metricColumns } from './metric-columns.ts'
import { stackDots } from './stack-dots.ts'

describe('columns by group', () => {
  const metrics = [{ ...tokens, id: 'reduction' }, tokens, recall]

  it('show the first metric of a folded group and all of an open one', () => {
    const shown = (open: Parameters<typeof metricColumns>[1]) =>
      metricColumns(metrics, open).map(({ group, shown: of, total }) => [
        group,
        of.map(({ id }) => id),
        total,
      ])
    expect(shown([])).toEqual([
      ['compression', ['reduction'], 2],
      ['continuation', ['continuation-recall'], 1],
    ])
    expect(shown(['compression'])[0]).toEqual(['compression', ['reduction', 'tokens'], 2])
  })
})

describe('dots', () => {
  it('stand on each other where they would cover each other', () => {
    const dots = stackDots([10, 0, 11, 2, 30], (value) => value, 5)
    expect(dots.map(({ item, level }) => [item, level])).toEqual([
      [0, 0],
      [2, 1],
      [10, 0],
      [11, 1],
      [30, 0],
    ])
  })
})
