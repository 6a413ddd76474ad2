import { z } from 'zod'

/**
 * What of a restored backup would act outside of the database: where a key goes, what may run, which server is asked, which
 * file is put back or removed, which folder is read.
 */
export const asleepKinds = ['key', 'arm', 'model', 'settings', 'session', 'folder', 'watched-folder'] as const
export type AsleepKind = (typeof asleepKinds)[number]

/** One of them, for the person who confirms it. */
export const asleepThingSchema = z.object({
  /** By which it is confirmed. */
  code: z.string(),
  kind: z.enum(asleepKinds),
  /** What it would do, in a sentence. */
  what: z.string(),
  /** Whether the command line alone may confirm it: a page must not choose what runs, nor where a key goes. */
  isForCommandLine: z.boolean(),
  /** Milliseconds since 1970. */
  sinceTs: z.number(),
})
export type AsleepThing = Readonly<z.infer<typeof asleepThingSchema>>
