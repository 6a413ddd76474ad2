import { z } from 'zod'
import { method } from '../api/errors.ts'
import { metricsReportSchema, metricsRequestSchema, metricsSelectionSchema } from './metrics-types.ts'

export const metricsContract = {
  /** Figures over all stored runs. By provider they are what the guide sets beside its claims. */
  report: method.input(metricsRequestSchema).output(metricsReportSchema),
  /** Ids of the runs with an attempt behind a figure, newest first. */
  runs: method.input(metricsSelectionSchema).output(z.array(z.string())),
}
