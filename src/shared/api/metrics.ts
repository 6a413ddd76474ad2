import { z } from 'zod'
import { metricsReportSchema, metricsRequestSchema, metricsSelectionSchema } from '../domain/metrics.ts'
import { method } from './errors.ts'

export const metricsContract = {
  /** Figures over all stored runs. By provider they are what the guide sets beside its claims. */
  report: method.input(metricsRequestSchema).output(metricsReportSchema),
  /** Ids of the runs with an attempt behind a figure, newest first. */
  runs: method.input(metricsSelectionSchema).output(z.array(z.string())),
}
