import { describe, expect, it } from 'vitest'
import { recall, tokens } from '../../../../shared/testing/build-comparison.ts'
import { groupMetricColumns } from './group-metric-columns.ts'

describe('columns by group', () => {
  const metrics = [{ ...tokens, id: 'reduction' }, tokens, recall]

  it('show the first metric of a folded group and all of an open one', () => {
    const shown = (open: Parameters<typeof groupMetricColumns>[1]) =>
      groupMetricColumns(metrics, open).map(({ group, shown: of, total }) => [
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
