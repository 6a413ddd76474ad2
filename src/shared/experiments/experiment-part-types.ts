import { z } from 'zod'
import {
  cellSchema,
  experimentStatusSchema,
  experimentSummarySchema,
  shardSchema,
  wholePlanSchema,
} from './experiment-types.ts'

/** What stands first in the file of a part. */
export const partHeaderSchema = z.object({
  format: z.literal('dewpoint-experiment-part'),
  version: z.literal(1),
  /** Of Dewpoint. */
  writtenBy: z.string(),
  /** With the number of its cells, all of which are here where its run has finished. */
  shard: shardSchema.safeExtend({ cells: z.int() }),
  /** Of the whole experiment, as it was on this machine. */
  contentSha256: z.string(),
  /** Of the run that did it: the same one may have written several files. */
  experimentId: z.string(),
  status: experimentStatusSchema,
  /** What its calls took by the book, those of judges included; US dollars. */
  costUsd: z.number(),
  createdTs: z.number(),
  finishedTs: z.number().nullable(),
  /** Of the whole experiment, as the next two are. */
  name: z.string(),
  text: z.string(),
  plan: wholePlanSchema,
  /** By profile, a hash of what its model is. */
  models: z.record(z.string(), z.string()),
})
export type PartHeader = Readonly<z.infer<typeof partHeaderSchema>>

/** A cell with its packed result and what its judge said, both in base64; absent where there are none. */
export const partCellSchema = z.object({
  cell: cellSchema,
  payload: z.string().optional(),
  judgements: z.string().optional(),
})
export type PartCell = Readonly<z.infer<typeof partCellSchema>>

/** A line of a part. `sha256` is that of the rest of its JSON. */
export const partLineSchema = z.union([
  z.object({ sha256: z.string(), header: partHeaderSchema }),
  partCellSchema.extend({ sha256: z.string() }),
  z.object({ sha256: z.string(), end: z.object({ cells: z.int() }) }),
])

/** What was noticed when parts were merged. Files are named as they were given. */
export const mergeNoteSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('shard-twice'), shard: shardSchema, files: z.array(z.string()) }),
  /** Cells that several parts have, with the same content. */
  z.object({ code: z.literal('same-cells'), cells: z.int() }),
  /** Cells that failed in one part and were done in another. */
  z.object({ code: z.literal('done-elsewhere'), cells: z.int() }),
  z.object({ code: z.literal('missing-shards'), indices: z.array(z.int()), of: z.int() }),
  z.object({
    code: z.literal('unfinished-part'),
    file: z.string(),
    shard: shardSchema,
    status: experimentSummarySchema.shape.status,
    cells: z.int(),
  }),
  z.object({ code: z.literal('missing-cells'), cells: z.int(), outOf: z.int(), first: z.string() }),
])
export type MergeNote = Readonly<z.infer<typeof mergeNoteSchema>>
