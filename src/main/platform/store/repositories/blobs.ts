import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import type { StoredBlob } from '../records.ts'
import type { MeasurementRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Opaque bytes by content hash. The caller compresses and hashes; equal hashes are stored once. */
export type BlobRepository = Readonly<{
  has(hash: string): Promise<boolean>
  put(hash: string, bytes: Uint8Array): Promise<void>
  get(hash: string): Promise<Uint8Array | null>
}>

/** Keeps blobs that are not there yet. */
export async function putBlobs(
  db: Transaction<Tables>,
  blobs: readonly StoredBlob[],
  now: number,
): Promise<void> {
  for (const { hash, bytes } of blobs) {
    await db
      .insertInto('blobs')
      .values({ hash, bytes, createdTs: now })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

/** Hashes of all blobs that something refers to. */
const selectReferencedBlobs = (db: Transaction<Tables>) =>
  db
    .selectFrom('tasks')
    .select('sourceBlob as hash')
    .union(db.selectFrom('measurements').select('blob as hash'))
    .union(db.selectFrom('runs').select('sourceBlob as hash'))
    .union(
      db
        .selectFrom('runs')
        .select((runs) => runs.ref('payloadBlob').$notNull().as('hash'))
        // One null in the list would make every `not in` unknown, and nothing would ever be collected.
        .where('payloadBlob', 'is not', null),
    )
    .union(db.selectFrom('experimentSources').select('sourceBlob as hash'))
    .union(
      db
        .selectFrom('cells')
        .select((cells) => cells.ref('payloadBlob').$notNull().as('hash'))
        .where('payloadBlob', 'is not', null),
    )
    .union(
      db
        .selectFrom('cells')
        .select((cells) => cells.ref('judgementsBlob').$notNull().as('hash'))
        .where('judgementsBlob', 'is not', null),
    )

/** SQLite takes 32,766 values in one statement. */
const hashesAtOnce = 10_000

/** Removes those of the named blobs that nothing refers to any more, or all such blobs older than a time. */
export async function collectBlobs(
  db: Transaction<Tables>,
  which: Readonly<{ hashes: readonly string[] } | { olderThan: number }>,
): Promise<void> {
  const blobs = db.deleteFrom('blobs').where('hash', 'not in', selectReferencedBlobs(db))
  if ('olderThan' in which) {
    await blobs.where('createdTs', '<', which.olderThan).execute()
    return
  }
  for (let start = 0; start < which.hashes.length; start += hashesAtOnce) {
    await blobs.where('hash', 'in', which.hashes.slice(start, start + hashesAtOnce)).execute()
  }
}

/** Drops the cached measurements of snapshots that no task, run or experiment has; gives the blobs that they used. */
async function dropMeasurements(
  db: Transaction<Tables>,
  snapshots: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('measurements')
    .where('snapshotSha256', 'in', snapshots)
    .where('snapshotSha256', 'not in', db.selectFrom('tasks').select('snapshotSha256'))
    .where('snapshotSha256', 'not in', db.selectFrom('runs').select('snapshotSha256'))
    .where('snapshotSha256', 'not in', db.selectFrom('experimentSources').select('snapshotSha256'))
    .returning('blob')
    .execute()
  return rows.map((row) => row.blob)
}

/** What a task, a run or an experiment leaves behind when it goes. */
export type Leftovers = Readonly<{ snapshots: readonly string[]; blobs: readonly (string | null)[] }>

/** Cleans up after rows that were removed or changed, in their transaction. */
export async function collectLeftovers(
  db: Transaction<Tables>,
  { snapshots, blobs }: Leftovers,
): Promise<void> {
  const freed = await dropMeasurements(db, [...new Set(snapshots)])
  const hashes = new Set([...freed, ...blobs].filter((hash) => hash !== null))
  await collectBlobs(db, { hashes: [...hashes] })
}

const bytesRowSchema = z.object({ bytes: z.instanceof(Uint8Array) })

/** Blobs over a connection; `clock` says when they were put, in milliseconds since 1970. */
export function createBlobRepository(connection: Connection, clock: () => number): BlobRepository {
  return {
    async has(hash) {
      const row = await connection.run((db) =>
        db.selectFrom('blobs').select('hash').where('hash', '=', hash).executeTakeFirst(),
      )
      return row !== undefined
    },
    put: (hash, bytes) => connection.write((db) => putBlobs(db, [{ hash, bytes }], clock())),
    async get(hash) {
      const row = await connection.one(bytesRowSchema, 'blobs', (db) =>
        db.selectFrom('blobs').select('bytes').where('hash', '=', hash),
      )
      return row?.bytes ?? null
    },
  }
}

/** Cached measurements over a connection. */
export function createMeasurementRepository(
  connection: Connection,
  clock: () => number,
): MeasurementRepository {
  return {
    async get(snapshotSha256, counterId) {
      const row = await connection.one(bytesRowSchema, 'measurements', (db) =>
        db
          .selectFrom('measurements')
          .innerJoin('blobs', 'blobs.hash', 'measurements.blob')
          .select('blobs.bytes')
          .where('snapshotSha256', '=', snapshotSha256)
          .where('counterId', '=', counterId),
      )
      return row?.bytes ?? null
    },
    put: ({ snapshotSha256, counterId, blob }) =>
      connection.write(async (db) => {
        const before = await db
          .selectFrom('measurements')
          .select('blob')
          .where('snapshotSha256', '=', snapshotSha256)
          .where('counterId', '=', counterId)
          .executeTakeFirst()
        await putBlobs(db, [blob], clock())
        await db
          .insertInto('measurements')
          .values({ snapshotSha256, counterId, blob: blob.hash })
          .onConflict((conflict) =>
            conflict.columns(['snapshotSha256', 'counterId']).doUpdateSet({ blob: blob.hash }),
          )
          .execute()
        if (before) await collectBlobs(db, { hashes: [before.blob] })
      }),
  }
}
