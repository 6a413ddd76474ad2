import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { measuredMetricSchema, metricInfoSchema } from './quality-types.ts'

/** How many runs of those that were not measured yet are done. */
export const measuringEventSchema = z.object({ done: z.int(), total: z.int() })
export type MeasuringEvent = Readonly<z.infer<typeof measuringEventSchema>>

/** Places in the evidence count the messages that the model saw. */
export const runQualitySchema = z.object({
  metrics: z.array(metricInfoSchema),
  measured: z.array(measuredMetricSchema),
  /** Where each message of the source stands in the file of the task; null where that has changed since the run. */
  fileIndices: z.array(z.int()).nullable(),
})
export type RunQuality = Readonly<z.infer<typeof runQualitySchema>>

export const qualityContract = {
  /**
   * Measures in the background what the runs kept that were not measured yet, and stores it: `runs.list` and
   * `metrics.report` have it from then on. Ends with the last of them, or when nobody reads any more.
   */
  measure: method
    .input(z.object({ taskId: z.string().optional(), sinceTs: z.number().optional() }))
    .output(eventIterator(measuringEventSchema)),
  /** What a stored run kept, by every metric that needs no model. */
  ofRun: method.input(z.object({ runId: z.string() })).output(runQualitySchema),
}
