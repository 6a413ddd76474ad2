import { z } from 'zod'
import { cellSchema, plannedCheckpointSchema } from '../experiments/experiment-types.ts'
import { controlIdSchema } from '../kernel/control.ts'
import { certaintySchema } from '../methods/provider-types.ts'
import { billPartsSchema } from '../models/pricing-types.ts'
import { agentAdviceSchema } from './agent-advice-types.ts'
import { baselinesSchema, happenedInTaskSchema, happenedSchema } from './happened-types.ts'

/** What a person wants of condensing. */
export const goals = ['cheapest', 'keeps-most', 'balanced'] as const
export const goalSchema = z.enum(goals)
export type Goal = z.infer<typeof goalSchema>

/** The figure by which methods are held against each other: what is kept, with all of them brought to one size. */
export const keptFigure = 'kept-at-equal-size'

/**
 * The method that the evidence names for a goal, or why it names none. `few`: too few condensations to tell anything;
 * `alike`: others do as well as far as the data can tell; `control`: a trick of the same size keeps as much; `fault`: a
 * trick keeps more than what agents wrote themselves, so that the figure tells nothing here; `none`: none fits the goal.
 */
export const namingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('named'), id: z.string() }),
  z.object({ kind: z.literal('few'), first: z.string().nullable(), have: z.int(), needed: z.int() }),
  z.object({
    kind: z.literal('alike'),
    first: z.string(),
    alike: z.array(z.string()),
    have: z.int(),
    /** Condensations that would tell the first one from the next; null where no number of them is known to. */
    needed: z.int().nullable(),
  }),
  z.object({ kind: z.literal('control'), first: z.string(), control: controlIdSchema }),
  z.object({
    kind: z.literal('fault'),
    control: controlIdSchema,
    /** What the control keeps, and what agents' own condensations keep, from 0 to 1. */
    kept: z.number(),
    recorded: z.number(),
    tasks: z.int(),
  }),
  z.object({ kind: z.literal('none') }),
])
export type Naming = Readonly<z.infer<typeof namingSchema>>

/** What every arm does to a task at its cut. */
export const measuredArmsSchema = z.object({
  /** Null where the task cannot be cut. */
  checkpoint: plannedCheckpointSchema.nullable(),
  /** One cell for each arm. */
  cells: z.array(cellSchema),
  /** By arm, what its change of the bill is made of; null where the prices of the task are not known. */
  money: z.record(z.string(), billPartsSchema).nullable(),
  /**
   * What never condensing at the cut would have cost more than what was recorded, each request capped at the window of its
   * model; absent where the agent did not condense there, or nobody knows.
   */
  neverUsd: z.number().optional(),
})
export type MeasuredArms = Readonly<z.infer<typeof measuredArmsSchema>>

/** The same with what happened in the task, as it is stored of each task of a library. */
export const measuredTaskSchema = measuredArmsSchema.extend({ happened: happenedInTaskSchema })
export type MeasuredTask = Readonly<z.infer<typeof measuredTaskSchema>>

const intervalSchema = z.tuple([z.number(), z.number()])

/** A figure over the tasks, with its interval (95 %) and what cheap tricks of the same size score. */
export const armFigureSchema = z.object({
  value: z.number(),
  /** Null for fewer than two tasks. */
  interval: intervalSchema.nullable(),
  tasks: z.int(),
  controls: z.partialRecord(controlIdSchema, z.number()),
})
export type ArmFigure = Readonly<z.infer<typeof armFigureSchema>>

/**
 * How an arm stands for a goal. `recorded`: it is what happened, with which the others are compared; `recommended`: the
 * evidence names it; `candidate`: it fits the goal; `invalid`: a provider would refuse what it makes; `unmeasured`: it has
 * no values.
 */
export const armVerdictSchema = z.enum([
  'recorded',
  'recommended',
  'candidate',
  'saves-too-little',
  'raises-bill',
  'keeps-too-little',
  'invalid',
  'unmeasured',
])
export type ArmVerdict = z.infer<typeof armVerdictSchema>

export const answerArmSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** Project and file or document that it follows; null for Dewpoint's own. */
  source: z.string().nullable(),
  certainty: certaintySchema.nullable(),
  /** Its summaries would come from a model; here they are extracted from the history. */
  isExtracted: z.boolean(),
  /** Mean share of tokens taken out, in percent. */
  savedPercent: z.number().nullable(),
  savedInterval: intervalSchema.nullable(),
  /**
   * Mean change of the bill of a task against what was recorded, below 0 where it falls; estimated, null where no prices
   * are known.
   */
  costUsdPerTask: z.number().nullable(),
  costUsdMedian: z.number().nullable(),
  /** Five tasks hold half of the sum of changes or more: the mean says more of them than of a task. */
  isCostUneven: z.boolean(),
  costedTasks: z.int(),
  /** By id of metric. */
  figures: z.record(z.string(), armFigureSchema),
  /** Tasks that it changed nothing in, failed on, or left invalid. */
  tasks: z.object({ changed: z.int(), unchanged: z.int(), failed: z.int(), invalid: z.int() }),
  verdict: armVerdictSchema,
})
export type AnswerArm = Readonly<z.infer<typeof answerArmSchema>>

/** A task on which an arm keeps least of the facts the agent went on to use. */
export const worstTaskSchema = z.object({
  taskId: z.string(),
  title: z.string(),
  arm: z.string(),
  kept: z.number(),
  checkpointId: z.string(),
})

/** What condensing would do for some tasks, as far as it was measured. */
export const measuredAnswerSchema = z.object({
  goal: goalSchema,
  /** Measured tasks, and how many there are. */
  tasks: z.int(),
  ofTasks: z.int(),
  /** Tasks that are too short to be cut. */
  tooShort: z.int(),
  /** Tasks that hold the history of another one, in another place; they are counted nowhere else. */
  copies: z.int(),
  /** Whether these are the bundled samples, while there is nothing else. */
  isSample: z.boolean(),
  /** The metric that stands for what is kept. */
  kept: z.string(),
  arms: z.array(answerArmSchema),
  naming: namingSchema,
  /** Id of the named arm; null where none is named. */
  recommended: z.string().nullable(),
  worst: z.array(worstTaskSchema),
})
export type MeasuredAnswer = Readonly<z.infer<typeof measuredAnswerSchema>>

/** What happened in a person's tasks, and what condensing would do for them. */
export const answerSchema = measuredAnswerSchema.extend({
  /** Tasks that could not be read as they are now, by why. */
  unreadable: z.array(z.object({ reason: z.string(), tasks: z.int() })),
  happened: happenedSchema,
  /** Null where no task has all of it. */
  baselines: baselinesSchema.nullable(),
  /** Where to set it in the agents that most of the tasks come from; empty without a recommendation. */
  agents: z.array(agentAdviceSchema),
})
export type Answer = Readonly<z.infer<typeof answerSchema>>

/** One arm on one task. */
export const comparedArmSchema = answerArmSchema
  .pick({ id: true, label: true, source: true, certainty: true, isExtracted: true })
  .extend({
    tokensAfter: z.int().nullable(),
    /** Tokens taken out. */
    saved: z.int().nullable(),
    figures: z.record(z.string(), z.number().nullable()),
    controls: z.record(z.string(), z.partialRecord(controlIdSchema, z.number())),
    /** For the call that summarises and the cache, once; estimated. */
    estimatedCostUsd: z.number().nullable(),
    changeUsd: z.number().nullable(),
    breakEvenRequests: z.int().nullable(),
    /** The result keeps the rules of its format. */
    valid: z.boolean(),
    outcome: z.enum(['condensed', 'unchanged', 'failed']),
    /** Why nothing was done, or what failed. */
    problems: z.array(z.string()),
  })
export type ComparedArm = Readonly<z.infer<typeof comparedArmSchema>>

/** All arms on one task, at one cut. */
export const comparisonSchema = z.object({
  task: z.object({ id: z.string(), title: z.string() }),
  /** Null where the task cannot be cut. */
  cut: plannedCheckpointSchema
    .pick({ index: true, reason: true, messages: true, tokens: true, continuationMessages: true })
    .nullable(),
  requestsAfter: z.int().nullable(),
  /** What never condensing there would have cost more than what was recorded; null where that is what was recorded. */
  neverUsd: z.number().nullable(),
  arms: z.array(comparedArmSchema),
})
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>
