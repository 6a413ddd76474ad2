import { describe, expect, it } from 'vitest'
import { defaultMetricGroups } from '../../../shared/activity/quality-types.ts'
import { findTermById, findTermByLabel } from '../../../shared/kernel/words/glossary.ts'
import { experimentMetrics, selectFileMetrics } from './experiment-metrics.ts'

it.each(experimentMetrics)('the glossary explains the metric $id under its label', (metric) => {
  const term = findTermById(metric.id)
  expect(term?.names[0]).toBe(metric.label)
  expect(term?.direction).toBe(metric.direction)
  expect(term?.formula).toBeDefined()
  for (const unit of ['', ' (tok)', ' (%)', ' (0 to 5)'])
    expect(findTermByLabel(`${metric.label}${unit}`)).toBe(term)
})

describe('the metrics of a file', () => {
  const always = experimentMetrics.filter(({ isControlled }) => isControlled === true).map(({ id }) => id)
  const controlled = (metrics: readonly string[], primary?: string): readonly string[] =>
    selectFileMetrics({ metrics: [...metrics], primary })
      .filter(({ id, isControlled }) => isControlled === true && !always.includes(id))
      .map(({ id }) => id)

  it.each<[string, readonly string[], string | undefined, readonly string[]]>([
    ['that is declared', ['state', 'continuation'], 'continuation-recall', ['continuation-recall']],
    ['that is declared among facts', ['facts'], 'survival-path', ['survival-path']],
    [
      'that follows from what is measured',
      ['compression', 'continuation'],
      undefined,
      ['continuation-recall'],
    ],
    ['that has controls anyway', defaultMetricGroups, undefined, []],
    ['that a trick cannot buy', ['compression', 'continuation'], 'reduction', []],
    ['of money', ['cost', 'continuation'], 'cost', []],
  ])('have controls for the primary one %s', (_, metrics, primary, ids) => {
    expect(controlled(metrics, primary)).toEqual(ids)
  })
})
