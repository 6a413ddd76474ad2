import { z } from 'zod'
import { metricInfoSchema } from '../activity/quality-types.ts'
import { statsSchema, warningSchema } from '../condense/outcome-types.ts'
import { controlScoresSchema } from '../kernel/control.ts'
import { taskOutcomeSchema } from '../library/task-types.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { perhapsPaidSchema } from '../models/pricing-types.ts'
import { promptReferenceSchema } from '../prompts/prompt-types.ts'
import { experimentFileSchema } from './experiment-file-types.ts'

/** Milliseconds since 1970 that a date can be made of: some come from reports and databases of others. */
const timeSchema = z.number().min(-8.64e15).max(8.64e15)

/** A variant with all that its cells depend on, resolved when the experiment was planned. */
export const plannedVariantSchema = z.object({
  id: z.string(),
  label: z.string(),
  providerId: z.string(),
  providerVersion: z.string(),
  presetId: z.string().nullable(),
  /** Complete, with the text of the prompt in it. */
  settings: settingsSchema,
  targetTokens: z.int().nullable(),
  /** The prompt of the library or the file that was named; null for the provider's own. */
  prompt: z.union([promptReferenceSchema, z.object({ file: z.string() })]).nullable(),
  /** The model that is asked; null where the provider asks none. `isRemote` is false for the built-in summariser. */
  model: z.object({ profileId: z.string(), label: z.string(), isRemote: z.boolean() }).nullable(),
  pinConstraints: z.boolean(),
  /** 1 where nothing but a model could make repeats differ. */
  repeats: z.int().min(1).max(1000),
  /**
   * The baseline of which it is a second sample, and whether that gives the same each time; absent for variants of the
   * file.
   */
  again: z.object({ of: z.string(), isRepeatable: z.boolean() }).optional(),
})
export type PlannedVariant = Readonly<z.infer<typeof plannedVariantSchema>>

/** A task, cut in two: what is condensed and what was recorded after it. */
export const plannedCheckpointSchema = z.object({
  /** `<buildTaskId>@<index>`. */
  id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  snapshotSha256: z.string(),
  /** Messages of the file before the cut. */
  index: z.int(),
  /** What decided on the place. */
  reason: z.enum(['recorded', 'trigger', 'share', 'index']),
  /** Of the effective history at the cut. */
  messages: z.int(),
  tokens: z.int(),
  continuationMessages: z.int(),
  /** Folder or repository of the task; null where unknown, absent in plans from before it was kept. */
  workspace: z.string().nullable().optional(),
  /** Null where the record does not tell, absent in plans from before it was kept. */
  outcome: taskOutcomeSchema.nullable().optional(),
})
export type PlannedCheckpoint = Readonly<z.infer<typeof plannedCheckpointSchema>>

/** A task that is left out, and why; or a reservation about one that is not. */
export const planNoteSchema = z.object({
  where: z.string(),
  message: z.string(),
  /** Whether it says why a task is left out, once for each; absent in plans from before that was told. */
  isLeftOut: z.boolean().optional(),
})
export type PlanNote = Readonly<z.infer<typeof planNoteSchema>>

/** Which share of the cells of an experiment one process takes: the third of eight. `index` counts from 1. */
export const shardSchema = z
  .object({ index: z.int().min(1), of: z.int().min(1).max(1000) })
  .refine(({ index, of }) => index <= of, { error: 'must name one of its shards' })
export type Shard = Readonly<z.infer<typeof shardSchema>>

const planFields = {
  file: experimentFileSchema,
  baselineId: z.string(),
  variants: z.array(plannedVariantSchema).min(1),
  checkpoints: z.array(plannedCheckpointSchema),
  metrics: z.array(metricInfoSchema),
  notes: z.array(planNoteSchema),
  /** Of a probe, whose cells are forks of an agent: its id, and the command that goes on with it. Absent elsewhere. */
  probe: z.object({ id: z.string(), command: z.string() }).optional(),
}

type PlanIds = Readonly<
  Record<'variants' | 'checkpoints' | 'metrics', readonly { readonly id: string }[]>
> & {
  readonly baselineId: string
}

/** What all figures rest on: plans also come from reports, parts and databases of others. */
function refuseOddIds(plan: PlanIds, context: z.RefinementCtx): void {
  for (const list of ['variants', 'checkpoints', 'metrics'] as const)
    if (hasIdTwice(plan[list]))
      context.addIssue({ code: 'custom', path: [list], message: 'must not hold an id twice' })
  if (!plan.variants.some(({ id }) => id === plan.baselineId))
    context.addIssue({ code: 'custom', path: ['baselineId'], message: 'must be the id of a variant' })
}

const hasIdTwice = (all: readonly { readonly id: string }[]): boolean =>
  new Set(all.map(({ id }) => id)).size < all.length

/** The plan of a whole experiment, as a part of it holds it. */
export const wholePlanSchema = z.object(planFields).superRefine(refuseOddIds)

/** Everything that an experiment does, fixed before it starts. */
export const experimentPlanSchema = z
  .object({
    ...planFields,
    /** The share that is done, how many cells it has, and what the whole is known by; absent where all are done. */
    shard: shardSchema.safeExtend({ cells: z.int(), wholeSha256: z.string() }).optional(),
  })
  .superRefine(refuseOddIds)
export type ExperimentPlan = Readonly<z.infer<typeof experimentPlanSchema>>

export const experimentStatuses = [
  'running',
  'finished',
  'stopped',
  'cancelled',
  'interrupted',
  'failed',
] as const
/**
 * `stopped`: a budget was used up; `interrupted`: its process ended; `failed`: it could not go on. A finished one may
 * have failed cells.
 */
export const experimentStatusSchema = z.enum(experimentStatuses)
export type ExperimentStatus = z.infer<typeof experimentStatusSchema>

export const cellCountsSchema = z.object({
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of those done: taken from an identical cell that was there already. */
  reused: z.int(),
})
export type CellCounts = Readonly<z.infer<typeof cellCountsSchema>>

export const experimentSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  question: z.string(),
  /** SHA-256 of what the experiment does; equal experiments have equal ones. */
  contentSha256: z.string(),
  status: experimentStatusSchema,
  /** Why it is `stopped` or `failed`; empty otherwise. */
  reason: z.string(),
  isSample: z.boolean(),
  /** Came from a report of another machine. */
  isImported: z.boolean(),
  /** Who pushed it, as they call themselves, where it was pulled from a team; absent where it was not. */
  pushedBy: z.string().optional(),
  variants: z.int(),
  checkpoints: z.int(),
  tasks: z.int(),
  cells: cellCountsSchema,
  /** What the experiment's model calls took by the book; US dollars. */
  costUsd: z.number(),
  /** Of it; absent where nothing is in doubt. */
  perhapsPaid: perhapsPaidSchema.optional(),
  createdTs: timeSchema,
  finishedTs: timeSchema.nullable(),
})
export type ExperimentSummary = Readonly<z.infer<typeof experimentSummarySchema>>

/** Why a metric that asks a model has no value in a cell. */
export const valueGapSchema = z.discriminatedUnion('code', [
  /** A call failed, or its answer was of no use; a sentence. */
  z.object({ code: z.literal('failed'), message: z.string() }),
  /** There was nothing to ask about; a sentence. */
  z.object({ code: z.literal('nothing'), message: z.string() }),
  /** The full history saves fewer bits than this over no context. */
  z.object({ code: z.literal('little-saved'), leastBits: z.number() }),
  /** The result is encrypted, and only its vendor can read it. */
  z.object({ code: z.literal('encrypted') }),
])
export type ValueGap = Readonly<z.infer<typeof valueGapSchema>>

/** One variant at one checkpoint, once. Only cells that have ended are kept. */
export const cellSchema = z.object({
  /** `<variant>/<checkpoint>/<repeat>`; unique in its experiment. */
  id: z.string(),
  variantId: z.string(),
  checkpointId: z.string(),
  /** Counts from 1. */
  repeat: z.int(),
  /** `failed` cells have no values, and are never counted as zeros. */
  status: z.enum(['done', 'failed']),
  /** What the provider did; an unchanged context is measured as it is. */
  outcome: z.enum(['condensed', 'unchanged', 'failed']),
  /** Taken from an identical cell that was there already. */
  isReused: z.boolean(),
  /** The machine that did it, as it calls itself, where that is another one; absent in cells of one's own. */
  doneBy: z.string().optional(),
  stats: statsSchema.nullable(),
  /** By id of metric; null where there was nothing to measure. */
  values: z.record(z.string(), z.number().nullable()),
  /** By id of metric, why it has no value; absent in cells of older figures and where nothing is missing. */
  gaps: z.record(z.string(), valueGapSchema).optional(),
  /** What chance would have of the continuation recall; null where there is none. */
  chance: z.number().nullable(),
  /** By id of metric, what cheap tricks score on it; absent in cells of older figures. */
  controls: z.record(z.string(), controlScoresSchema).optional(),
  /** Whether the pairwise judge went by the order; null where it was not asked. */
  isJudgeFlipped: z.boolean().nullable(),
  /** Where the time went, in milliseconds; that of metrics is not in it. */
  timeMs: z.object({ total: z.number(), model: z.number(), counting: z.number() }),
  warnings: z.array(warningSchema),
  /** Why nothing changed; empty unless `unchanged`. */
  reason: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  finishedTs: timeSchema,
})
export type Cell = Readonly<z.infer<typeof cellSchema>>

/** Everything about an experiment that a report needs or another machine can read again. */
export const experimentExportSchema = z.object({
  format: z.literal('dewpoint-experiment'),
  version: z.literal(1),
  /** Of Dewpoint. */
  writtenBy: z.string(),
  summary: experimentSummarySchema,
  /** The YAML as it was written. */
  text: z.string(),
  plan: experimentPlanSchema,
  cells: z.array(cellSchema).refine((cells) => !hasIdTwice(cells), { error: 'must not hold an id twice' }),
  /** Packed results by cell, base64, where they were asked for. */
  results: z.record(z.string(), z.string()).optional(),
  /** What judges said, packed in the same way. */
  judgements: z.record(z.string(), z.string()).optional(),
})
export type ExperimentExport = Readonly<z.infer<typeof experimentExportSchema>>

/** Of what is still to do. */
export const experimentEstimateSchema = z.object({
  cells: z.int(),
  /** Identical cells that are there already. */
  reusable: z.int(),
  /** Tokens that are sent to models. */
  modelTokens: z.int(),
  modelCalls: z.int(),
  costUsd: z.number(),
  durationMs: z.number(),
  /** The part of cost and calls that is for metrics with a model. */
  judgeCostUsd: z.number(),
  judgeCalls: z.int(),
})
export type ExperimentEstimate = Readonly<z.infer<typeof experimentEstimateSchema>>

export const experimentEventSchema = z.discriminatedUnion('kind', [
  /** The state at the time of watching; and whenever it changes otherwise than by a cell. */
  z.object({ kind: z.literal('state'), summary: experimentSummarySchema }),
  z.object({ kind: z.literal('cell-started'), cellId: z.string() }),
  /** Costs are those of the experiment so far. */
  z.object({ kind: z.literal('cell'), cell: cellSchema, cells: cellCountsSchema, costUsd: z.number() }),
  z.object({ kind: z.literal('finished'), summary: experimentSummarySchema }),
])
export type ExperimentEvent = Readonly<z.infer<typeof experimentEventSchema>>
