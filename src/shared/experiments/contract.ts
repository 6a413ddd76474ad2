import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { measuredMetricSchema, metricInfoSchema } from '../activity/quality-types.ts'
import { method } from '../api/errors.ts'
import { alignedRowSchema } from '../condense/aligned-row-types.ts'
import { tasksNeededSchema } from '../condense/comparison-types.ts'
import { outcomeSummarySchema } from '../condense/outcome-types.ts'
import { messageTextSchema } from '../condense/runs-contract.ts'
import { experimentFileSchema, experimentIssueSchema } from './experiment-file-types.ts'
import { mergeNoteSchema } from './experiment-part-types.ts'
import { experimentResultsSchema } from './experiment-results-types.ts'
import {
  cellSchema,
  experimentEstimateSchema,
  experimentEventSchema,
  experimentPlanSchema,
  experimentSummarySchema,
  shardSchema,
} from './experiment-types.ts'

const byId = z.object({ experimentId: z.string() })
const byCell = byId.extend({ cellId: z.string() })

/** An experiment as text. Paths in it are relative to `basePath`, the absolute path of its file's folder. */
export const experimentTextSchema = z.object({
  text: z.string().max(1_000_000),
  /** Without one, tasks are named by id or by absolute path. */
  basePath: z.string().optional(),
})
export type ExperimentText = Readonly<z.infer<typeof experimentTextSchema>>

/** A text that is no experiment gives its faults; one that is gives what it would do. */
export const experimentCheckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    file: experimentFileSchema,
    plan: experimentPlanSchema,
    needs: tasksNeededSchema,
  }),
  z.object({ ok: z.literal(false), issues: z.array(experimentIssueSchema).min(1) }),
])
export type ExperimentCheck = Readonly<z.infer<typeof experimentCheckSchema>>

export const experimentStartSchema = experimentTextSchema.extend({
  /** Goes on with the newest unfinished experiment that does exactly this; starts one where there is none. */
  resume: z.boolean().optional(),
  /** With `resume`: its failed cells are tried again. */
  retryFailed: z.boolean().optional(),
  /** Computes every cell, and asks models, even where the same is there already. */
  ignoreCache: z.boolean().optional(),
  /** US dollars, beside the file's own limit: the lower one holds. */
  maxCostUsd: z.number().min(0).optional(),
  /** Does only this share of the cells. */
  shard: shardSchema.optional(),
})
export type ExperimentStart = Readonly<z.infer<typeof experimentStartSchema>>

export const reportFormats = ['html', 'md', 'csv', 'json', 'jsonl'] as const
export const reportFormatSchema = z.enum(reportFormats)
export type ReportFormat = z.infer<typeof reportFormatSchema>

export const reportSchema = z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })
export type Report = Readonly<z.infer<typeof reportSchema>>

/** What a report says against what its own data come to. */
export const reportCheckSchema = z.object({
  ok: z.boolean(),
  /** Where the two differ, in the report's words; empty where they agree. */
  differences: z.array(z.object({ where: z.string(), says: z.string(), comesTo: z.string() })),
  /** Of the Dewpoint that wrote it. */
  writtenBy: z.string(),
  name: z.string(),
})
export type ReportCheck = Readonly<z.infer<typeof reportCheckSchema>>

export const experimentDetailSchema = z.object({
  summary: experimentSummarySchema,
  text: z.string(),
  plan: experimentPlanSchema,
  cells: z.array(cellSchema),
})
export type ExperimentDetail = Readonly<z.infer<typeof experimentDetailSchema>>

export const cellDetailSchema = z.object({
  cell: cellSchema,
  /** With passes, decisions and warnings; null where the cell has no result here. */
  outcome: outcomeSummarySchema.nullable(),
  measured: z.array(measuredMetricSchema),
  /** Why there is no result to look at, such as an imported experiment; empty where there is one. */
  missing: z.string(),
})
export type CellDetail = Readonly<z.infer<typeof cellDetailSchema>>

export const experimentsContract = {
  /** Newest first. */
  list: method.output(z.array(experimentSummarySchema)),
  get: method.input(byId).output(experimentDetailSchema),
  metrics: method.output(z.array(metricInfoSchema)),
  check: method.input(experimentTextSchema).output(experimentCheckSchema),
  /** What starting it would probably take. Faults of the text are a problem. */
  estimate: method.input(experimentStartSchema).output(experimentEstimateSchema),
  /** `resumed` where it goes on with an earlier one. */
  start: method
    .input(experimentStartSchema)
    .output(z.object({ summary: experimentSummarySchema, resumed: z.boolean() })),
  /** Goes on with what is missing; failed cells are tried again where that is asked for. */
  resume: method
    .input(byId.extend({ retryFailed: z.boolean().optional(), maxCostUsd: z.number().min(0).optional() }))
    .output(experimentSummarySchema),
  /** Resolves when nothing of it runs any more. Does nothing to one that has ended. */
  cancel: method.input(byId).output(z.void()),
  /** Ends after `finished`; an experiment that has ended gives that at once. */
  watch: method.input(byId).output(eventIterator(experimentEventSchema)),
  remove: method.input(byId).output(z.void()),
  /** Of the cells that are there, also while it runs. */
  results: method.input(byId.extend({ baselineId: z.string().optional() })).output(experimentResultsSchema),
  cell: method.input(byCell).output(cellDetailSchema),
  /** Source beside result, as `runs.rows`. */
  cellRows: method.input(byCell).output(z.array(alignedRowSchema)),
  cellTexts: method
    .input(
      byCell.extend({
        sourceIndex: z.int().min(0).nullable(),
        resultIndex: z.int().min(0).nullable(),
      }),
    )
    .output(z.object({ source: messageTextSchema.nullable(), result: messageTextSchema.nullable() })),
  export: method
    .input(
      byId.extend({
        format: reportFormatSchema,
        redact: z.boolean().optional(),
        /** Puts the condensed contexts into JSON, so that they can be looked at where it is imported. */
        withResults: z.boolean().optional(),
      }),
    )
    .output(reportSchema),
  /** Takes a JSON report, or an HTML one, into the library of experiments. */
  import: method.input(z.object({ text: z.string() })).output(experimentSummarySchema),
  /** What a shard has done, as lines of JSON that `merge` takes, condensed contexts included. */
  part: method.input(byId).output(reportSchema),
  /**
   * Makes one experiment of what its shards have written. A problem where a part is damaged or of another experiment,
   * where two contradict each other, and, unless `isPartial`, where cells are missing.
   */
  merge: method
    .input(
      z.object({
        parts: z
          .array(z.object({ name: z.string(), text: z.string() }))
          .min(1)
          .max(1000),
        isPartial: z.boolean().optional(),
      }),
    )
    .output(z.object({ summary: experimentSummarySchema, notes: z.array(mergeNoteSchema) })),
  /** Computes the figures of an HTML report anew from the data in it. */
  verify: method.input(z.object({ text: z.string() })).output(reportCheckSchema),
}
