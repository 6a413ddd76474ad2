import { z } from 'zod'
import { metricInfoSchema } from '../activity/quality-types.ts'
import {
  clusterLevelSchema,
  comparisonFamilySchema,
  comparisonRulesSchema,
  intervalSchema,
  pairSchema,
  verdictSchema,
} from '../condense/comparison-types.ts'
import { controlResultSchema } from '../kernel/control.ts'
import { cellCountsSchema } from './experiment-types.ts'

/** Mean over the checkpoints, with its interval over clusters. */
export const metricSummarySchema = z.object({
  mean: z.number(),
  /** Null of money, and where so few clusters differ that no interval would hold the true mean. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Checkpoints with a value. */
  n: z.int(),
  /** Checkpoints that should have one: of money and time all, otherwise as many as the variant with most has. */
  outOf: z.int(),
  tasks: z.int(),
})
export type MetricSummary = Readonly<z.infer<typeof metricSummarySchema>>

export const variantResultSchema = z.object({
  id: z.string(),
  label: z.string(),
  cells: z.object({ done: z.int(), failed: z.int(), unchanged: z.int() }),
  /** By id of metric; absent where no cell has a value. */
  metrics: z.record(z.string(), metricSummarySchema),
  /** Mean chance beside continuation recall; null where it was not measured. */
  chance: z.number().nullable(),
  /** By id of metric, what cheap tricks score; absent in results of older figures. */
  controls: z.record(z.string(), z.array(controlResultSchema).readonly()).optional(),
  /** Paid for its cells. */
  costUsd: z.number(),
  /**
   * What the work of its cells costs, kept answers and cells of earlier experiments included; null where the price of
   * some of it is not known. Cells that their provider refused took no work.
   */
  priceUsd: z.number().nullable(),
  /** Present where an external arm says what its work costs: nobody measured that. */
  isCostStated: z.literal(true).optional(),
  /** Over the cells whose work was all waited for; null without any. */
  meanDurationMs: z.number().nullable(),
  /** Nothing is both smaller and keeps more of what the continuation uses. */
  isOnParetoFront: z.boolean(),
})
export type VariantResult = Readonly<z.infer<typeof variantResultSchema>>

/** Variant `b` against variant `a` (the baseline) on one metric. Differences are b minus a. */
export const variantComparisonSchema = z.object({
  a: z.string(),
  b: z.string(),
  metric: z.string(),
  /** Mean over the checkpoints, of money the median; null without any. */
  difference: z.number().nullable(),
  /** Null where no interval from these clusters would hold the true difference. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  family: comparisonFamilySchema,
  /** Comparisons that are corrected together; those that no signs could have brought under the level are left out. */
  familySize: z.int(),
  /** What is drawn and flipped as one, and how many of them there are. */
  clusterLevel: clusterLevelSchema,
  clusters: z.int(),
  /** Of the sign-flip test, corrected over the family; null for too few clusters. */
  p: z.number().nullable(),
  /** The same before the correction. */
  rawP: z.number().nullable(),
  /** Of two one-sided tests against the margin; null for too few clusters. */
  equivalenceP: z.number().nullable(),
  /** Smallest difference that would have been called with the power of the rules; null where none could be. */
  detectable: z.number().nullable(),
  wilcoxonP: z.number().nullable(),
  /** Only where values are passes and fails. */
  mcnemarP: z.number().nullable(),
  /** Differences up to this are none, in the unit of the metric, where the file sets that; absent for the usual. */
  margin: z.number().optional(),
  /** Rank-biserial correlation, −1 to 1. */
  effectSize: z.number().nullable(),
  verdict: verdictSchema,
  tasks: z.int(),
  /** One for each checkpoint that both have a value of. */
  pairs: z.array(pairSchema).readonly(),
  /** Checkpoints that only one of them has a value of. */
  unpaired: z.int(),
  /** Checkpoints that should be a pair: of money and time all, otherwise those that one of them has a value of. */
  outOf: z.int(),
})
export type VariantComparison = Readonly<z.infer<typeof variantComparisonSchema>>

export const assertionResultSchema = z.object({
  metric: z.string(),
  variant: z.string(),
  /** What was asked, as a clause: `at least 40`. */
  expected: z.string(),
  /** The mean, or the difference to the baseline where a verdict was asked for; null where there is none. */
  value: z.number().nullable(),
  /** Checkpoints that the value rests on, and that it should; absent where there is none. */
  n: z.int().optional(),
  outOf: z.int().optional(),
  /** Whether `state` is `ok`: missing evidence is never one that holds. */
  ok: z.boolean(),
  /** `inconclusive`: cells are missing that it speaks of, or the data do not settle it. */
  state: z.enum(['ok', 'failed', 'inconclusive']),
  /** Why it does not hold; empty where it does. */
  message: z.string(),
})
export type AssertionResult = Readonly<z.infer<typeof assertionResultSchema>>

/** How a figure at the cut goes with the outcome of the tasks, over tasks that have a value and an outcome. */
export const outcomeSplitSchema = z.object({
  variant: z.string(),
  metric: z.string(),
  solved: z.object({ tasks: z.int(), mean: z.number().nullable() }),
  unsolved: z.object({ tasks: z.int(), mean: z.number().nullable() }),
  /**
   * Chance that a solved task has the better value than an unsolved one, ties counting half; null for fewer than 5 of
   * either.
   */
  auc: z.number().nullable(),
  /** What 95 % of random assignments of the outcomes give; null with it. */
  chance: intervalSchema.nullable(),
  /** Two-sided, by permutation, corrected by Holm over the splits; null with it. */
  p: z.number().nullable(),
  verdict: z.enum(['separates', 'opposite', 'not-shown', 'too-few-tasks']),
})
export type OutcomeSplit = Readonly<z.infer<typeof outcomeSplitSchema>>

/** Raised whenever figures come about by other rules. Earlier rules are gone, and reports by them are read, not verified. */
export const figuresVersion = 4
export const figuresVersionSchema = z.literal(figuresVersion)

/** All figures of an experiment; a pure function of its plan, its cells, and the baseline. */
export const experimentResultsSchema = z.object({
  figuresVersion: figuresVersionSchema,
  baselineId: z.string(),
  /** The metric that decides, and whether the file names it; null without metrics. */
  primary: z.object({ metric: z.string(), isDeclared: z.boolean() }).nullable(),
  cells: cellCountsSchema,
  metrics: z.array(metricInfoSchema),
  variants: z.array(variantResultSchema),
  comparisons: z.array(variantComparisonSchema),
  /** The second sample of the baseline; null without one. `isRepeatable` where it gives the same each time. */
  again: z.object({ variant: z.string(), of: z.string(), isRepeatable: z.boolean() }).nullable(),
  /**
   * By id of metric: what the mean difference of two samples of the baseline stays under in 95 of 100 experiments;
   * empty without a second sample.
   */
  noiseFloor: z.record(z.string(), z.number()),
  /** Of headline metrics, by variant; empty where no outcome is known. */
  outcomes: z.array(outcomeSplitSchema),
  assertions: z.array(assertionResultSchema),
  /** Share of pairwise judgements that went by place; null where none was made. */
  flipRate: z.number().nullable(),
  /** Sentences about what the figures do not show, such as a judge that gave no answers. */
  notes: z.array(z.string()),
  rules: comparisonRulesSchema,
})
export type ExperimentResults = Readonly<z.infer<typeof experimentResultsSchema>>
