import { z } from 'zod'

/**
 * What is not any more as it was when something was played: the task with its usage; presets, prompts, pins, models or
 * the policy of runs, as far as the policies use them; Dewpoint itself.
 */
export const keptChangeSchema = z.enum(['task', 'settings', 'version'])
export type KeptChange = z.infer<typeof keptChangeSchema>

/** What was played last of a task. What came of it is asked for by its id. */
export const keptReplaySchema = z.object({
  replayId: z.string(),
  playedTs: z.number(),
  /** Of the Dewpoint that played it. */
  version: z.string(),
  changes: z.array(keptChangeSchema),
})
export type KeptReplay = Readonly<z.infer<typeof keptReplaySchema>>

/** Why what was played is gone with its window; null where it is kept, and where nobody asked for that. */
export const notKeptSchema = z.string().nullable()
