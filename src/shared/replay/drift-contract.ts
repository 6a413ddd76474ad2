import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { replayEstimateSchema } from './contract.ts'
import { keptReplaySchema, notKeptSchema } from './kept-replay-contract.ts'
import { replayPoliciesSchema } from './replay-policy-types.ts'
import { driftSchema } from './types.ts'

export const driftResultSchema = z.object({
  /** Messages before each condensation, of the history as it would stand had the agent never condensed. */
  cuts: z.array(z.int()),
  policies: z.array(
    driftSchema.extend({
      id: z.string(),
      /** Cycles that left the history as it was, with the reason, and what is to be known of others. */
      notes: z.array(z.object({ cycle: z.int(), text: z.string() })),
    }),
  ),
})
export type DriftResult = Readonly<z.infer<typeof driftResultSchema>>

export const driftEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({
    kind: z.literal('finished'),
    replayId: z.string(),
    result: driftResultSchema,
    notKept: notKeptSchema,
  }),
])
export type DriftEvent = Readonly<z.infer<typeof driftEventSchema>>

export const driftInputSchema = z.object({
  taskId: z.string(),
  policies: replayPoliciesSchema.optional(),
  cycles: z.int().min(2).max(20).default(5),
  maxCostUsd: z.number().min(0).optional(),
  /** Whether it takes the place of the last drift of the task that was kept. */
  keeps: z.boolean().optional(),
})
export type DriftInput = Readonly<z.infer<typeof driftInputSchema>>

export const driftContract = {
  /**
   * Condenses a history again and again, at places that share its messages out evenly, and says what survives of what
   * was stated before the first. Windows and thresholds of the policies are not looked at, nor are `none` and
   * `recorded`; whatever saves anything is taken where a policy names no minimum gain. Usual policies where none are
   * named. A history that cannot be cut so often is `bad-input`. Ends after `finished`; aborting stops it.
   */
  run: method.input(driftInputSchema).output(eventIterator(driftEventSchema)),
  /** What the policies that ask models would probably cost; no model is asked. Policies that ask none are left out. */
  estimate: method.input(driftInputSchema).output(replayEstimateSchema),
  /** The last drift of a task that was kept; null where there is none. */
  kept: method
    .input(z.object({ taskId: z.string() }))
    .output(keptReplaySchema.extend({ input: driftInputSchema }).nullable()),
  /** What came of a drift that is kept; `not-found` where another one has taken its place. */
  result: method.input(z.object({ replayId: z.string() })).output(driftResultSchema),
}
