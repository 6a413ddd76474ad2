import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import {
  firstCondensationSchema,
  explainedCondensationSchema,
} from '../condensations/explained-condensation-types.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { experimentIssueSchema } from '../experiments/experiment-file-types.ts'
import { noteSchema } from '../kernel/note.ts'
import { keptReplaySchema, notKeptSchema, playedTaskSchema } from './kept-replay-contract.ts'
import { replayContextSchema } from './replay-context-types.ts'
import { moreTriggersSchema, replayPoliciesSchema } from './replay-policy-types.ts'
import { cacheStyleSchema, policyReplaySchema, priceSegmentSchema, recordedCostSchema } from './types.ts'

export const replayResultSchema = z.object({
  recorded: recordedCostSchema.extend({
    /**
     * What the record costs when it is replayed: of the requests that can be, with the agent's own condensations. Null
     * where no prices are known, or nothing can be played.
     */
    playedUsd: z.number().nullable(),
    prices: z.array(priceSegmentSchema),
    cacheStyle: cacheStyleSchema,
    /** The agent's own condensations and truncations: where a replay with its settings fires, and why elsewhere. */
    firings: z.array(explainedCondensationSchema),
  }),
  policies: z.array(
    policyReplaySchema.extend({
      /** Condensations that did not happen, with the reason, and what is to be known of others. */
      notes: z.array(noteSchema.partial().extend({ request: z.int(), text: z.string() })),
      /** Where it fires first against where the agent did; absent where the agent never condensed. */
      firstFiring: firstCondensationSchema.optional(),
    }),
  ),
})
export type ReplayResult = Readonly<z.infer<typeof replayResultSchema>>
export type ReplayedPolicy = ReplayResult['policies'][number]

export const replayEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({
    kind: z.literal('finished'),
    /** Asks for contexts of this replay, for as long as they are kept. */
    replayId: z.string(),
    result: replayResultSchema,
    notKept: notKeptSchema,
  }),
])
export type ReplayEvent = Readonly<z.infer<typeof replayEventSchema>>

export const replayCheckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    policies: replayPoliciesSchema,
    /** Policies that may ask a model, with the models' names; absent ones ask none. */
    asks: z.array(z.object({ policyId: z.string(), models: z.array(z.string()) })),
  }),
  z.object({ ok: z.literal(false), issues: z.array(experimentIssueSchema).min(1) }),
])
export type ReplayCheck = Readonly<z.infer<typeof replayCheckSchema>>

/** What each policy that asks models would probably ask of them, with guessed answers. */
export const replayEstimateSchema = z.array(
  z.object({
    policyId: z.string(),
    models: z.array(z.string()),
    condensations: z.int(),
    /** Answers that are kept from an earlier call, for which nothing is paid again, are among them. */
    calls: z.int(),
    costUsd: z.number(),
    /** False where something that would be used has no price. */
    isPriced: z.boolean(),
    /** Why its model cannot be asked, so that it would condense nothing; null where it can. */
    obstacle: z.string().nullable(),
  }),
)
export type ReplayEstimate = z.infer<typeof replayEstimateSchema>

export const replayInputSchema = z.object({
  taskId: z.string(),
  policies: replayPoliciesSchema.optional(),
  /** Triggers beyond size that are tried as well, each beside the method that they are tried with by its size alone. */
  triggers: moreTriggersSchema.optional(),
  /** Tokens, for policies that name no window. */
  windowTokens: z.int().min(1000).optional(),
  /** What the models of each policy may cost, US dollars. */
  maxCostUsd: z.number().min(0).optional(),
  /** Whether it takes the place of the last replay of the task that was kept. */
  keeps: z.boolean().optional(),
})
export type ReplayInput = Readonly<z.infer<typeof replayInputSchema>>

export const replayContract = {
  /** The policies that a task is played under where nobody names any. */
  usual: method.input(z.object({ taskId: z.string() })).output(replayPoliciesSchema),
  /** Reads a file of policies, in YAML or JSON; what a person can mend is an issue with its place. */
  check: method.input(z.object({ text: z.string().max(1_000_000) })).output(replayCheckSchema),
  /** Plays a task under policies, a set of usual ones where none are named. Ends after `finished`; aborting stops it. */
  run: method.input(replayInputSchema).output(eventIterator(replayEventSchema)),
  /** What the policies that ask models would probably cost; no model is asked. Policies that ask none are left out. */
  estimate: method.input(replayInputSchema).output(replayEstimateSchema),
  /** The last replay of a task that was kept; null where there is none. */
  kept: method
    .input(z.object({ taskId: z.string() }))
    .output(keptReplaySchema.extend({ input: replayInputSchema }).nullable()),
  /** What is kept of all tasks, drifts and sweeps among it, the newest first. */
  played: method.output(z.array(playedTaskSchema)),
  /** What came of a replay that is kept; `not-found` where another one has taken its place. */
  result: method.input(z.object({ replayId: z.string() })).output(replayResultSchema),
  /**
   * What a policy of a replay sends with a request: of the last few replays, and of those that are kept; `not-found` of
   * others.
   */
  context: method
    .input(z.object({ replayId: z.string(), policyId: z.string(), request: z.int() }))
    .output(replayContextSchema),
}
