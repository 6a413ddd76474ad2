import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { experimentIssueSchema } from '../domain/experiment-file.ts'
import { replayPoliciesSchema } from '../domain/replay-policy.ts'
import {
  cacheStyleSchema,
  policyReplaySchema,
  priceStretchSchema,
  recordedCostSchema,
} from '../domain/replay.ts'
import { runProgressSchema } from '../domain/run.ts'
import { method } from './errors.ts'

export const replayResultSchema = z.object({
  recorded: recordedCostSchema.extend({
    /** What the record comes to when it is played: of the requests that can be, with the agent's own condensations. */
    playedUsd: z.number(),
    prices: z.array(priceStretchSchema),
    cacheStyle: cacheStyleSchema,
  }),
  policies: z.array(
    policyReplaySchema.extend({
      /** Condensations that did not happen, with the reason, and what is to be known of others. */
      notes: z.array(z.object({ request: z.int(), text: z.string() })),
    }),
  ),
})
export type ReplayResult = Readonly<z.infer<typeof replayResultSchema>>
export type ReplayedPolicy = ReplayResult['policies'][number]

export const replayEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({ kind: z.literal('finished'), result: replayResultSchema }),
])
export type ReplayEvent = Readonly<z.infer<typeof replayEventSchema>>

export const replayContract = {
  /** Reads a file of policies, in YAML or JSON; what a person can mend is an issue with its place. */
  check: method
    .input(z.object({ text: z.string().max(1_000_000) }))
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), policies: replayPoliciesSchema }),
        z.object({ ok: z.literal(false), issues: z.array(experimentIssueSchema).min(1) }),
      ]),
    ),
  /** Plays a task under policies, a set of usual ones where none are named. Ends after `finished`; aborting stops it. */
  run: method
    .input(
      z.object({
        taskId: z.string(),
        policies: replayPoliciesSchema.optional(),
        /** Tokens, for policies that name no window. */
        windowTokens: z.int().min(1000).optional(),
        /** What the models of each policy may cost, US dollars. */
        maxCostUsd: z.number().min(0).optional(),
      }),
    )
    .output(eventIterator(replayEventSchema)),
}
