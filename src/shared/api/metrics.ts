import { z } from 'zod'
import { attemptStatusSchema, metricsGroupingSchema, metricsReportSchema } from '../domain/metrics.ts'
import { method } from './errors.ts'

export const metricsRequestSchema = z.object({
  by: metricsGroupingSchema.default('provider'),
  /** Runs on this task only. */
  taskId: z.string().optional(),
  /** Runs that were started then or later; milliseconds since 1970. */
  sinceTs: z.number().optional(),
})

/** Attempts behind a figure. */
export const metricsSelectionSchema = metricsRequestSchema.extend({
  /** All groups where none is named. */
  groupId: z.string().optional(),
  status: attemptStatusSchema.optional(),
  /** Failure code; with `failed` only. */
  code: z.string().optional(),
})
export type MetricsSelection = Readonly<z.infer<typeof metricsSelectionSchema>>

export const metricsContract = {
  /** Figures over all stored runs. By provider they are what the guide sets beside its claims. */
  report: method.input(metricsRequestSchema).output(metricsReportSchema),
  /** Ids of the runs with an attempt behind a figure, newest first. */
  runs: method.input(metricsSelectionSchema).output(z.array(z.string())),
}
