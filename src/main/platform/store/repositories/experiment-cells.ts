import type { Transaction } from 'kysely'
import { z } from 'zod'
import { statsSchema } from '../../../../shared/condense/outcome-types.ts'
import { cellSchema } from '../../../../shared/experiments/experiment-types.ts'
import { flagColumn, jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { groupWrites } from '../database/group-writes.ts'
import { packCell, unpackCell } from '../database/packed-cell.ts'
import { storedCellSchema, type StoredBlob, type StoredCell } from '../records.ts'
import type { ExperimentRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { collectBlobs, putBlobs } from './blobs.ts'

/** Fields of a cell that have a column of their own, beside its id. */
const columns = {
  variantId: true,
  checkpointId: true,
  repeat: true,
  status: true,
  isReused: true,
  finishedTs: true,
} as const

/** What a cell has packed: all that no other column holds, so that many cells take little room. */
const contentSchema = cellSchema.omit({ ...columns, id: true })

/** What SQL asks of a cell, and so stands beside what is packed. */
const askedSchema = contentSchema.pick({ stats: true }).extend({
  stats: statsSchema.pick({ costUsd: true }).nullable(),
})

const unpackedRowSchema = storedCellSchema
  .pick({ ...columns, experimentId: true, key: true, payloadBlob: true, judgementsBlob: true })
  .extend({ cellId: storedCellSchema.shape.id, isReused: flagColumn, cell: jsonColumn(contentSchema) })
  .transform(({ cellId, cell, ...rest }): StoredCell => ({ id: cellId, ...rest, ...cell }))

/** A row as any version wrote it. */
export const cellRowSchema = z
  .looseObject({ packed: z.instanceof(Uint8Array).nullish() })
  .transform(({ packed, ...row }, context): Record<string, unknown> => {
    if (!packed) return row
    try {
      return { ...row, cell: unpackCell(packed) }
    } catch {
      context.issues.push({ code: 'custom', path: ['packed'], message: 'is damaged', input: packed })
      return z.NEVER
    }
  })
  .pipe(unpackedRowSchema)

/** Keys that are looked up in one statement; SQLite takes 32,766 values. */
const keysAtOnce = 1000

/** The hashes that are there. */
const listCellHashes = (row: Pick<StoredCell, 'payloadBlob' | 'judgementsBlob'>): readonly string[] =>
  [row.payloadBlob, row.judgementsBlob].filter((hash) => hash !== null)

/** Adds a cell or replaces it, with its blobs, in a transaction of the caller. */
export async function writeCell(
  db: Transaction<Tables>,
  { cell, blobs, now }: Readonly<{ cell: StoredCell; blobs: readonly StoredBlob[]; now: number }>,
): Promise<void> {
  const { id: cellId, ...whole } = storedCellSchema.parse(cell)
  const row = {
    experimentId: whole.experimentId,
    cellId,
    key: whole.key,
    variantId: whole.variantId,
    checkpointId: whole.checkpointId,
    repeat: whole.repeat,
    status: whole.status,
    isReused: whole.isReused ? 1 : 0,
    finishedTs: whole.finishedTs,
    cell: JSON.stringify(askedSchema.parse(whole)),
    packed: packCell(JSON.stringify(contentSchema.parse(whole))),
    payloadBlob: whole.payloadBlob,
    judgementsBlob: whole.judgementsBlob,
  }
  const before = await db
    .selectFrom('cells')
    .select(['payloadBlob', 'judgementsBlob'])
    .where('experimentId', '=', whole.experimentId)
    .where('cellId', '=', cellId)
    .executeTakeFirst()
  await putBlobs(db, blobs, now)
  await db
    .insertInto('cells')
    .values(row)
    .onConflict((conflict) => conflict.columns(['experimentId', 'cellId']).doUpdateSet(row))
    .execute()
  if (before) await collectBlobs(db, { hashes: listCellHashes(before) })
}

type CellReading = Pick<ExperimentRepository, 'cells' | 'cell' | 'findCells'>

/** Reads cells. */
export function createCellReading(connection: Connection): CellReading {
  return {
    cells: (id) =>
      connection.list(cellRowSchema, 'cells', (db) =>
        db
          .selectFrom('cells')
          .selectAll()
          .where('experimentId', '=', id)
          .orderBy('finishedTs')
          .orderBy('cellId'),
      ),
    cell: (id, cellId) =>
      connection.one(cellRowSchema, 'cells', (db) =>
        db.selectFrom('cells').selectAll().where('experimentId', '=', id).where('cellId', '=', cellId),
      ),
    async findCells(keys) {
      const found = new Map<string, StoredCell>()
      for (let start = 0; start < keys.length; start += keysAtOnce) {
        const cells = await connection.list(cellRowSchema, 'cells', (db) =>
          db
            .selectFrom('cells')
            .selectAll()
            .where('key', 'in', keys.slice(start, start + keysAtOnce))
            .where('status', '=', 'done')
            .where('isReused', '=', 0)
            .orderBy('finishedTs'),
        )
        // The newest; what another machine did takes the place of none of one's own.
        for (const cell of cells)
          if (cell.doneBy === undefined || found.get(cell.key)?.doneBy !== undefined || !found.has(cell.key))
            found.set(cell.key, cell)
      }
      return found
    },
  }
}

type CellWriting = Pick<ExperimentRepository, 'saveCell' | 'removeFailedCells'>

/** Saves and removes cells; `clock` gives milliseconds since 1970. */
export function createCellWriting(connection: Connection, clock: () => number): CellWriting {
  const save = groupWrites(connection, writeCell)
  return {
    saveCell: (cell, blobs) => save({ cell, blobs, now: clock() }),
    removeFailedCells: (id) =>
      connection.write(async (db) => {
        const gone = await db
          .deleteFrom('cells')
          .where('experimentId', '=', id)
          .where('status', '=', 'failed')
          .returning(['payloadBlob', 'judgementsBlob'])
          .execute()
        await collectBlobs(db, { hashes: gone.flatMap(listCellHashes) })
        return gone.length
      }),
  }
}
