import { z } from 'zod'
import { method } from '../api/errors.ts'
import { logEntrySchema, logLevelSchema } from './log-types.ts'

/** Where the log lies and what gets into it. */
export const logStateSchema = z.object({
  folder: z.string(),
  level: logLevelSchema,
  /** The environment variable that decides the level; null where the setting does. */
  levelFrom: z.string().nullable(),
  /** Code of the error that keeps entries from being written; null where nothing does. */
  obstacle: z.string().nullable(),
})
export type LogState = Readonly<z.infer<typeof logStateSchema>>

export const logsContract = {
  state: method.output(logStateSchema),
  /** Holds for this process at once, and for others from their next start. */
  setLevel: method.input(z.object({ level: logLevelSchema })).output(logStateSchema),
  /** The newest entries that fit, the oldest of them first. */
  read: method
    .input(
      z.object({
        level: logEntrySchema.shape.level.optional(),
        /** Milliseconds since 1970. */
        sinceTs: z.number().optional(),
        lines: z.int().min(1).max(10_000).default(200),
      }),
    )
    .output(z.array(logEntrySchema)),
}
