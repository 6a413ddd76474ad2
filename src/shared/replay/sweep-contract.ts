import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { keptReplaySchema, notKeptSchema } from './kept-replay-contract.ts'
import { sweepResultSchema, sweepThresholdSchema } from './sweep-types.ts'

export const sweepInputSchema = z.object({
  taskIds: z.array(z.string()).min(1).max(10_000),
  /** Ids of arms; a few that ask no model where they are left out. */
  arms: z.array(z.string()).min(1).max(20).optional(),
  thresholds: z.array(sweepThresholdSchema).min(1).max(40).optional(),
  /** Tokens; 200,000 and 1,000,000 where they are left out. */
  windows: z.array(z.int().min(1000)).min(1).max(4).optional(),
  /** Only so many tasks, those with the most requests; 20 where it is left out. */
  mostTasks: z.int().min(1).max(10_000).optional(),
  /** How long a session has to be idle to be condensed, minutes; nine tenths of what its cache lives where it is left out. */
  idleMinutes: z.number().positive().max(100_000).optional(),
  /** A model to ask for summaries; the built-in summariser where it is left out. */
  profileId: z.string().optional(),
  /** What the models may cost for each task, arm and window, US dollars; a profile needs it. */
  maxCostUsd: z.number().min(0).optional(),
  /** The task that it is kept with, in the place of its last sweep. */
  keptWith: z.string().optional(),
})
export type SweepInput = Readonly<z.infer<typeof sweepInputSchema>>

export const sweepEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({
    kind: z.literal('finished'),
    replayId: z.string(),
    result: sweepResultSchema,
    notKept: notKeptSchema,
  }),
])
export type SweepEvent = Readonly<z.infer<typeof sweepEventSchema>>

export const sweepContract = {
  /**
   * Plays tasks under arms at a range of thresholds, and names the setting to take. Tasks without recorded usage are left
   * out and named; where none is left, and where a threshold is above every window, it is `bad-input`. Ends after
   * `finished`; aborting stops it.
   */
  run: method.input(sweepInputSchema).output(eventIterator(sweepEventSchema)),
  /** The last sweep that was kept with a task; null where there is none. */
  kept: method
    .input(z.object({ taskId: z.string() }))
    .output(keptReplaySchema.extend({ input: sweepInputSchema }).nullable()),
  /** What came of a sweep that is kept; `not-found` where another one has taken its place. */
  result: method.input(z.object({ replayId: z.string() })).output(sweepResultSchema),
}
