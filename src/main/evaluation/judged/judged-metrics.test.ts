import { expect, it } from 'vitest'
import { metrics } from '../metrics/metrics.ts'
import { judgedMetrics } from './judged-metrics.ts'

it('have ids that differ from each other and from those of the metrics without a model', () => {
  const ids = [...metrics, ...judgedMetrics].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
