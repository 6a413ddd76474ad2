import { z } from 'zod'
import type { ExperimentResults } from '../../../../../shared/experiments/experiment-results-types.ts'
import {
  experimentExportSchema,
  type ExperimentExport,
} from '../../../../../shared/experiments/experiment-types.ts'

/** Texts of facts that a cell lost, for the excerpts beside worst and best cases. */
export const caseExcerptSchema = z.object({
  cellId: z.string(),
  lost: z.array(z.string()),
})
export type CaseExcerpt = Readonly<z.infer<typeof caseExcerptSchema>>

/** What one variant kept and another one lost at the same cut, for the first page. */
export const exampleSchema = z.object({
  checkpointId: z.string(),
  keptBy: z.string(),
  lostBy: z.string(),
  facts: z
    .array(
      z.object({
        text: z.string(),
        /** Message of the recorded task that went on to use it; null where that is not told. */
        usedIndex: z.int().nullable(),
      }),
    )
    .min(1),
})
export type ReportExample = Readonly<z.infer<typeof exampleSchema>>

/** How many different things of each kind were replaced. */
export const redactionSchema = z.object({
  paths: z.int(),
  users: z.int(),
  emails: z.int(),
  keys: z.int(),
  addresses: z.int(),
})
export type Redaction = Readonly<z.infer<typeof redactionSchema>>

/**
 * Raised whenever reports are worded or laid out otherwise: a report of another layout is verified by its numbers, one of
 * this layout to the last character.
 */
export const reportLayout = 21

/** All that a report is made of besides the figures, which follow from it. It lies in an HTML report as JSON. */
export const reportDataSchema = z.object({
  experiment: experimentExportSchema,
  cases: z.array(caseExcerptSchema),
  /** Null where nothing tells two variants apart, absent in reports from before it was kept. */
  example: exampleSchema.nullable().default(null),
  /** Null where nothing was redacted. */
  redaction: redactionSchema.nullable(),
  baselineId: z.string(),
  /** `reportLayout` of the Dewpoint that wrote it. */
  layout: z.int(),
  /** By which rules its figures came about; reports from before this was kept have those of version 1. */
  figuresVersion: z.int().min(1).default(1),
})
export type ReportData = Readonly<z.infer<typeof reportDataSchema>>

/** A report and its figures. */
export type ReportInput = ReportData & { readonly results: ExperimentResults }

/** Makes the figures of an experiment; the same data and rules give the same figures. */
export type Summarise = (experiment: ExperimentExport, baselineId: string) => ExperimentResults
