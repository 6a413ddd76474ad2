import { z } from 'zod'
import { putBlobs } from './collect-blobs.ts'
import type { Connection } from './connection.ts'
import { parseRow } from './parse-row.ts'
import type { BlobRepository } from './store.ts'

const blobRowSchema = z.object({ bytes: z.instanceof(Uint8Array) })

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
      const row = await connection.run((db) =>
        db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst(),
      )
      return row === undefined ? null : parseRow(blobRowSchema, row, 'blobs').bytes
    },
  }
}
