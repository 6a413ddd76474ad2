import { expect, it } from 'vitest'
import { termOfId, termOfLabel } from '../../../shared/words/glossary.ts'
import { experimentMetrics } from './experiment-metrics.ts'

it.each(experimentMetrics)('the glossary explains the metric $id under its label', (metric) => {
  const term = termOfId(metric.id)
  expect(term?.names[0]).toBe(metric.label)
  expect(term?.direction).toBe(metric.direction)
  expect(term?.formula).toBeDefined()
  for (const unit of ['', ' (tok)', ' (%)', ' (0 to 5)'])
    expect(termOfLabel(`${metric.label}${unit}`)).toBe(term)
})
