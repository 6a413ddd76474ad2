import { z } from 'zod'

/** About how much more to record before a verdict is likely. Both null where nothing tells. */
export const moreDataSchema = z.object({
  tasks: z.int().nullable(),
  /** That many tasks with as many checkpoints as the tasks so far have on average. */
  checkpoints: z.int().nullable(),
  /** Present where workspaces are what is drawn: so many more of them, with as many tasks as those so far. */
  workspaces: z.int().nullable().optional(),
})
export type MoreData = Readonly<z.infer<typeof moreDataSchema>>

/** What a comparison says of the candidate against the baseline. */
export const verdictSchema = z.discriminatedUnion('word', [
  z.object({ word: z.enum(['better', 'worse']) }),
  /** No meaningful difference: the interval lies inside the margin. */
  z.object({ word: z.literal('no-difference') }),
  z.object({ word: z.literal('not-enough-data'), more: moreDataSchema }),
])
export type Verdict = Readonly<z.infer<typeof verdictSchema>>

/** A range of values in the unit of the metric, both ends included. */
export const intervalSchema = z.object({ low: z.number(), high: z.number() })
export type Interval = Readonly<z.infer<typeof intervalSchema>>

/** Both variants at one checkpoint, each averaged over its repeats. */
export const pairSchema = z.object({
  taskId: z.string(),
  checkpointId: z.string(),
  baseline: z.number(),
  candidate: z.number(),
  /** Candidate minus baseline, in the unit of the metric. */
  difference: z.number(),
})
export type Pair = Readonly<z.infer<typeof pairSchema>>

/** What is drawn and flipped as one: all tasks of a workspace, or all checkpoints of a task. */
export const clusterLevelSchema = z.enum(['workspace', 'task'])
export type ClusterLevel = z.infer<typeof clusterLevelSchema>

/**
 * Comparisons that are corrected together: those on the primary metric, those on time, all others, a second sample of the
 * baseline on all metrics.
 */
export const comparisonFamilySchema = z.enum(['primary', 'secondary', 'time', 'again'])
export type ComparisonFamily = z.infer<typeof comparisonFamilySchema>

/** What a verdict rests on; the same for all comparisons that are shown together. */
export const comparisonRulesSchema = z.object({
  /** Level of the interval, 0 to 1. */
  intervalLevel: z.number(),
  /** A difference is called where its p value, corrected, is at most this. */
  significanceLevel: z.number(),
  /** Chance of a verdict that the advice to record more aims at, 0.5 to 1. */
  power: z.number(),
  /** Fewer tasks than this get no verdict. */
  fewestTasks: z.int(),
  /** Of the bootstrap, and of the sign-flip test where it cannot count them all. */
  resamples: z.int(),
  /** Seed of everything random; the same seed gives the same figures. */
  seed: z.int(),
})
export type ComparisonRules = Readonly<z.infer<typeof comparisonRulesSchema>>

/**
 * Level at which differences in time are called. How long work takes depends on what else the machine does, so that no
 * other figure may depend on it. One per cent is what the other two families leave of five.
 */
export const timeLevel = 0.01

/** How many tasks an experiment takes, as far as that is known before anything is measured. */
export const tasksNeededSchema = z.object({
  /** Variants that are held against the baseline. */
  comparisons: z.int(),
  /** Fewer cannot give a verdict on the primary metric. */
  fewest: z.int(),
  /** About so many show a difference of ten points, where tasks differ as public histories do. */
  forTenPoints: z.int(),
})
export type TasksNeeded = Readonly<z.infer<typeof tasksNeededSchema>>
