import { z } from 'zod'
import { collectBlobs, putBlobs } from './collect-blobs.ts'
import type { Connection } from './connection.ts'
import type { MeasurementRepository } from './store.ts'

const measurementRowSchema = z.object({ bytes: z.instanceof(Uint8Array) })

/** Cached measurements over a connection. */
export function createMeasurementRepository(
  connection: Connection,
  clock: () => number,
): MeasurementRepository {
  return {
    async get(snapshotSha256, counterId) {
      const row = await connection.one(measurementRowSchema, 'measurements', (db) =>
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
