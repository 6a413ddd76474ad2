import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { StoreStats } from '../store.ts'
import { explainStoreError } from './explain-store-error.ts'

const statsRowSchema = z.object({
  fileBytes: z.number(),
  blobBytes: z.number(),
  blobs: z.number(),
  tasks: z.number(),
  runs: z.number(),
  schemaVersion: z.number(),
})

/** Sizes and counts, read without touching the contents. */
export async function readStats(database: Database.Database): Promise<StoreStats> {
  try {
    const row = database
      .prepare(
        `select
          (select page_count * page_size from pragma_page_count, pragma_page_size) as fileBytes,
          (select coalesce(sum(length(bytes)), 0) from blobs) as blobBytes,
          (select count(*) from blobs) as blobs,
          (select count(*) from library_tasks where forgotten_stamp is null) as tasks,
          (select count(*) from runs) as runs,
          (select user_version from pragma_user_version) as schemaVersion`,
      )
      .get()
    return statsRowSchema.parse(row)
  } catch (error) {
    throw explainStoreError(database.name, error)
  }
}
