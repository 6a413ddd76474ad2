import { z } from 'zod'
import { intervalSchema } from '../condense/comparison-types.ts'

/** Windows that a sweep looks at where nobody names one, tokens. */
export const sweepWindows = [200_000, 1_000_000] as const

/** The smallest of these windows that holds so many tokens, else the largest. */
export function findWindowHolding(tokens: number): number {
  return sweepWindows.find((window) => tokens <= window) ?? Math.max(...sweepWindows)
}

/** A size at which to condense: tokens, or percent of each window. */
export const sweepThresholdSchema = z.union([
  z.strictObject({ tokens: z.int().min(1000) }),
  z.strictObject({ percent: z.number().min(5).max(100) }),
])
export type SweepThreshold = Readonly<z.infer<typeof sweepThresholdSchema>>

/** Thresholds of a sweep where nobody names any. */
export const usualThresholds: readonly SweepThreshold[] = [
  ...[50_000, 75_000, 100_000, 120_000, 150_000, 180_000].map((tokens) => ({ tokens })),
  ...[50, 60, 70, 80, 90].map((percent) => ({ percent })),
]

/** Arms of a sweep where nobody names any; none of them asks a model. */
export const usualSweepArms = [
  'claude-code',
  'roo-current',
  'lossless',
  'truncation',
  'sliding-window',
] as const

/** Tasks of a sweep where nobody says how many. */
export const usualSweepTasks = 20

/** Why a task is in no figure. */
export const leftOutReasonSchema = z.enum(['no-usage', 'not-played', 'no-prices', 'over-limit', 'unreadable'])
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>

const namedTaskSchema = z.object({ id: z.string(), title: z.string() })

/** US dollars per task: the mean over tasks, and the middle one beside it where few tasks make the mean. */
const meanCostSchema = z.object({ costUsd: z.number(), medianUsd: z.number(), isUneven: z.boolean() })
export type MeanCost = Readonly<z.infer<typeof meanCostSchema>>

/** Differences of the cost of each task, with the 95 % interval of the middle one; null where tasks are too few for it. */
const costDifferenceSchema = meanCostSchema.extend({ interval: intervalSchema.nullable() })
export type CostDifference = Readonly<z.infer<typeof costDifferenceSchema>>

/** A headline figure over the tasks that were condensed and have it. */
const sweptFigureSchema = z.object({
  value: z.number(),
  tasks: z.int(),
})
export type SweptFigure = Readonly<z.infer<typeof sweptFigureSchema>>

/** An arm at a threshold, over all tasks. Tasks that never reach it cost what they cost when nothing is condensed. */
export const sweepRowSchema = meanCostSchema.extend({
  arm: z.string(),
  isExtracted: z.boolean(),
  thresholdTokens: z.int(),
  /** The smallest window that holds the threshold, which the arm is played with. */
  windowTokens: z.int(),
  /** Tasks whose cost is known. */
  tasks: z.int(),
  /** Negative where it is cheaper. What never condensing costs is capped at the window. */
  againstNever: costDifferenceSchema,
  /** Null where no task has a cost as recorded. */
  againstRecorded: costDifferenceSchema.nullable(),
  /** What of the cost is estimated, US dollars per task. */
  estimatedUsd: z.number(),
  figures: z.record(z.string(), sweptFigureSchema),
  /** Condensations per task. */
  condensations: z.number(),
  /** Tasks with at least one. */
  condensedTasks: z.int(),
  /** Median of the requests until a condensation has paid for itself; null where none does. */
  breakEvenRequests: z.number().nullable(),
  /** Condensations that pay for themselves before their task ends, of all. */
  paidBack: z.object({ condensations: z.int(), of: z.int() }),
})
export type SweepRow = Readonly<z.infer<typeof sweepRowSchema>>

/** A row without what stands beside it. */
const sweepPlaceSchema = z.object({
  arm: z.string(),
  /** Whether an extract took the place of a model that would write summaries. */
  isExtracted: z.boolean(),
  thresholdTokens: z.int(),
  costUsd: z.number(),
})
export type SweepPlace = Readonly<z.infer<typeof sweepPlaceSchema>>

/** What the cheapest setting that loses nothing comes to, task by task, against what it is compared with. */
export const sweepVerdictSchema = z.enum([
  /** Than never condensing, than what was recorded and than every other setting: it is named. */
  'cheaper',
  /** Than never condensing and what was recorded, but not told from other settings. */
  'alike',
  /** Not told from never condensing, or from what was recorded. */
  'no-clear-saving',
  /** One of these is cheaper. */
  'dearer',
  /** Fewer tasks than a verdict takes. */
  'few-tasks',
  /** Nothing condenses at any setting. */
  'never-reached',
])
export type SweepVerdict = z.infer<typeof sweepVerdictSchema>

const settingValueSchema = z.union([z.number(), z.string()])

/** The setting that is first with a window. It is named, and its values for agents are given, where it is `cheaper`. */
export const sweepRecommendationSchema = sweepPlaceSchema.extend({
  windowTokens: z.int(),
  medianUsd: z.number(),
  isUneven: z.boolean(),
  againstNever: costDifferenceSchema,
  againstRecorded: costDifferenceSchema.nullable(),
  verdict: sweepVerdictSchema,
  /** Settings that it is not told from, the cheapest first. */
  alike: z.array(sweepPlaceSchema),
  /** Tasks that were compared, and about how many it takes to tell it from the others; null where nothing tells. */
  have: z.int(),
  needed: z.int().nullable(),
  /** The cheapest of the settings of which no headline figure is clearly worse than the best one. */
  rule: z.literal('cheapest-not-worse'),
  /** Settings that hold the rule, of all with this window. */
  eligible: z.object({ settings: z.int(), of: z.int() }),
  /** The cheapest of all where it breaks the rule, with the figure that does; null where it is the recommended one. */
  cheaperButWorse: sweepPlaceSchema
    .extend({ figure: z.string(), value: z.number(), best: z.number() })
    .nullable(),
  /** The same arm one threshold earlier and later; null at the ends. */
  earlier: sweepPlaceSchema.nullable(),
  later: sweepPlaceSchema.nullable(),
  /** Tasks whose requests grow over the window where nothing is condensed. */
  overWindow: z.object({ tasks: z.int(), of: z.int() }),
  /** Names and values of settings by agent, for the same size in each. */
  settings: z.object({ agent: z.record(z.string(), z.record(z.string(), settingValueSchema)) }),
})
export type SweepRecommendation = Readonly<z.infer<typeof sweepRecommendationSchema>>

/** Why a method condenses: its own size, a pause of the user, a new task, or its size with the result prepared ahead. */
const triggerKindSchema = z.enum(['size', 'idle', 'task-start', 'prepared'])
export type TriggerKind = z.infer<typeof triggerKindSchema>

/** One method with several triggers, over the tasks whose cost is known with each. Totals, in US dollars. */
const sweptTriggersSchema = z.object({
  arm: z.string(),
  tasks: z.int(),
  /** How long a session has to be idle; null for nine tenths of what its cache lives. */
  idleMinutes: z.number().nullable(),
  rows: z.array(
    z.object({
      kind: triggerKindSchema,
      /** Smallest context that the trigger looks at; null where it looks at any. */
      leastTokens: z.int().nullable(),
      costUsd: z.number(),
      /** Of this trigger, those by size alone not among them. */
      condensations: z.int(),
      condensedTasks: z.int(),
      /** More where every session stays open after its last request; null where it is not known. */
      leftOpenUsd: z.number().nullable(),
    }),
  ),
})
export type SweptTriggers = Readonly<z.infer<typeof sweptTriggersSchema>>

/** At what sizes one version of an agent condensed by itself, as its records say. */
const recordedTriggerSchema = z.object({
  /** The format that its records have. */
  agent: z.string(),
  /** Null where the records name none. */
  version: z.string().nullable(),
  /** Tokens before each condensation that was neither asked for nor idle, the smallest first. */
  sizes: z.array(z.object({ tokens: z.number(), taskId: z.string(), title: z.string() })),
  /** Such condensations without a recorded size. */
  withoutSize: z.int(),
  /** Those of `sizes` and `withoutSize` of which nothing says what set them off. */
  untold: z.int(),
  byHand: z.int(),
  idle: z.int(),
})
export const recordedTriggersSchema = z.array(recordedTriggerSchema)
export type RecordedTriggers = Readonly<z.infer<typeof recordedTriggersSchema>>

export const sweepResultSchema = z.object({
  /** The tasks of the figures, the longest first. */
  tasks: z.array(
    namedTaskSchema.extend({
      requests: z.int(),
      /** The largest request where nothing is condensed, tokens. */
      peakTokens: z.int(),
      neverUsd: z.number(),
      recordedUsd: z.number().nullable(),
    }),
  ),
  leftOut: z.array(namedTaskSchema.extend({ reason: leftOutReasonSchema })),
  never: meanCostSchema,
  /** Null where no task has a cost as recorded. */
  recorded: meanCostSchema.nullable(),
  sweep: z.array(sweepRowSchema),
  /** Absent where no task has a cost with each, and in sweeps that were kept before they were tried. */
  triggers: sweptTriggersSchema.optional(),
  /** Of all tasks that were named, by agent and version. Absent in sweeps that were kept before it was looked at. */
  recordedTriggers: recordedTriggersSchema.optional(),
  /** One for each window. */
  windows: z.array(sweepRecommendationSchema),
  /** That of the smallest window; null where no setting has a cost. */
  recommended: sweepRecommendationSchema.nullable(),
})
export type SweepResult = Readonly<z.infer<typeof sweepResultSchema>>
