import { z } from 'zod'
import { measuredMetricSchema, metricInfoSchema } from '../domain/quality.ts'
import { method } from './errors.ts'

export const qualityContract = {
  /** What a stored run kept, by every metric that needs no model; a task that went on afterwards has a continuation. */
  ofRun: method
    .input(z.object({ runId: z.string() }))
    .output(z.object({ metrics: z.array(metricInfoSchema), measured: z.array(measuredMetricSchema) })),
}
