import { z } from 'zod'
import { measuredMetricSchema, metricInfoSchema } from '../domain/quality.ts'
import { method } from './errors.ts'

/** Places in the evidence count the messages that the model saw. */
export const runQualitySchema = z.object({
  metrics: z.array(metricInfoSchema),
  measured: z.array(measuredMetricSchema),
  /** Where each message of the source stands in the file of the task; null where that has changed since the run. */
  fileIndices: z.array(z.int()).nullable(),
})
export type RunQuality = Readonly<z.infer<typeof runQualitySchema>>

export const qualityContract = {
  /** What a stored run kept, by every metric that needs no model and no continuation. */
  ofRun: method.input(z.object({ runId: z.string() })).output(runQualitySchema),
}
