import { z } from 'zod'
import { method } from '../api/errors.ts'
import { asleepThingSchema } from '../kernel/asleep.ts'

/** A backup is the whole database, checked; a salvage is what can be read of a damaged one. */
const copyKindSchema = z.enum(['backup', 'salvage'])
export type CopyKind = z.infer<typeof copyKindSchema>

const copySchema = z.object({
  kind: copyKindSchema,
  /** Absolute path. */
  path: z.string(),
  bytes: z.number(),
  /** Milliseconds since 1970. */
  createdTs: z.number(),
})
export type DatabaseCopy = Readonly<z.infer<typeof copySchema>>

/**
 * Copies of the database in the folder for them, which lies in the data folder: no method takes a path. A copy goes back
 * by `dewpoint restore`, which needs the database for itself.
 */
export const backupsContract = {
  /** The newest first. */
  list: method.output(z.array(copySchema)),
  make: method.input(z.object({ kind: copyKindSchema.default('backup') })).output(copySchema),
  /** What of a restored backup would act outside of the database, and does nothing until it is confirmed. */
  asleep: method.output(z.array(asleepThingSchema)),
  /** Lets one of them act, or throws it away. */
  confirm: method.input(z.object({ code: z.string() })).output(z.void()),
  discard: method.input(z.object({ code: z.string() })).output(z.void()),
}
