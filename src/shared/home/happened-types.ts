import { z } from 'zod'
import { condensationInShortSchema } from '../condensations/autopsy-types.ts'

/** What happened in a task, whatever a method would have done to it. */
export const happenedInTaskSchema = z.object({
  condensations: z.array(condensationInShortSchema),
  /** The largest request that was recorded, and the window of its model; null where nobody knows. */
  largest: z.object({ tokens: z.int(), windowTokens: z.int() }).nullable(),
  /** Recorded or derived cost of the task; null where no price is known. */
  billUsd: z.number().nullable(),
})
export type HappenedInTask = Readonly<z.infer<typeof happenedInTaskSchema>>

/** What happened in the tasks of a person. */
export const happenedSchema = z.object({
  /** In all tasks, looked at or not, and how many tasks have some. */
  condensations: z.int(),
  condensedTasks: z.int(),
  /** Tasks with some that were not looked at yet. */
  unexaminedTasks: z.int(),
  missing: z.int(),
  missingTokens: z.int(),
  /** Of those whose price is known; null where none is. */
  missingUsd: z.number().nullable(),
  /** Whether the prices of all are known. */
  isMissingUsdWhole: z.boolean(),
  /** Those that cost most afterwards first. */
  worst: z.array(
    condensationInShortSchema.extend({
      taskId: z.string(),
      title: z.string(),
      /** Of the task that had it done or that it was forked from; null where it is a task of the person. */
      parentTitle: z.string().nullable(),
    }),
  ),
  /**
   * The largest request of each task that recorded some and whose window is known, that which filled its window most first;
   * a few of them. Where nobody condensed, Home says by them who comes nearest to it.
   */
  fullest: z.array(
    z.object({
      taskId: z.string(),
      title: z.string(),
      parentTitle: z.string().nullable(),
      tokens: z.int(),
      windowTokens: z.int(),
    }),
  ),
  /** Size at which each agent condensed, the median of those that recorded it. */
  triggers: z.array(z.object({ agent: z.string(), tokens: z.int(), condensations: z.int() })),
})
export type Happened = Readonly<z.infer<typeof happenedSchema>>

/**
 * What the tasks with a condensation cost as recorded, what they would have cost without the one at their cut (each request
 * up to the window of its model), and with the method there that lowers their bill most.
 */
export const baselinesSchema = z.object({
  tasks: z.int(),
  recordedUsd: z.number(),
  neverUsd: z.number(),
  cheapest: z
    .object({
      id: z.string(),
      usd: z.number(),
      /** Whether the bills of the tasks tell it from what was recorded. */
      isClear: z.boolean(),
    })
    .nullable(),
})
export type Baselines = Readonly<z.infer<typeof baselinesSchema>>
