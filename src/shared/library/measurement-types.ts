import { z } from 'zod'
import { figuresVersionSchema } from '../experiments/experiment-results-types.ts'
import { billPartsSchema } from '../models/pricing-types.ts'

/**
 * What every arm did to some tasks, as it is kept in files: this beside the HTML report of an experiment over these
 * tasks, which holds the cells.
 */
export const measurementSchema = z.object({
  format: z.literal('dewpoint-measurement'),
  version: z.literal(1),
  /** Version of the Dewpoint that measured. */
  writtenBy: z.string(),
  measuredTs: z.number(),
  figuresVersion: figuresVersionSchema,
  /** By id of arm, SHA-256 of its provider's version and its settings. */
  arms: z.record(z.string(), z.string()),
  /** Ids of the metrics. */
  metrics: z.array(z.string()),
  /** Measured tasks. */
  tasks: z.int(),
  /** Tasks that were too short to be cut. */
  tooShort: z.int(),
  /** By checkpoint, then by arm; null where the prices of the task are not known. */
  money: z.record(z.string(), z.record(z.string(), billPartsSchema).nullable()),
  /** SHA-256 of the report. */
  reportSha256: z.string(),
})
export type Measurement = Readonly<z.infer<typeof measurementSchema>>

/** Both files of a measurement. */
export const measurementFilesSchema = z.object({ measurement: measurementSchema, report: z.string() })
export type MeasurementFiles = Readonly<z.infer<typeof measurementFilesSchema>>
