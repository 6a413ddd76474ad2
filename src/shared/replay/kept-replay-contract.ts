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

/** What was played last of some task, in a line of a list: a replay, a drift, or a look for when to condense. */
export const playedTaskSchema = keptReplaySchema.pick({ replayId: true, playedTs: true }).extend({
  kind: z.enum(['replay', 'drift', 'sweep']),
  taskId: z.string(),
  /** Policies of a replay or a drift, tasks of a sweep; null where what was asked for leaves them out. */
  count: z.int().nullable(),
})
export type PlayedTask = Readonly<z.infer<typeof playedTaskSchema>>

/** Why what was played is gone with its window; null where it is kept, and where nobody asked for that. */
export const notKeptSchema = z.string().nullable()
