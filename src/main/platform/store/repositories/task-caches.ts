import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import type { Tables } from '../tables.ts'

/** Whether a task is still there as it was when something was worked out for it. */
export async function isAtSnapshot(
  db: Transaction<Tables>,
  taskId: string,
  snapshotSha256: string,
): Promise<boolean> {
  const task = await db
    .selectFrom('tasks')
    .select('snapshotSha256')
    .where('id', '=', taskId)
    .executeTakeFirst()
  return task?.snapshotSha256 === snapshotSha256
}

const snapshotRowSchema = z.object({ taskId: z.string(), snapshotSha256: z.string() })

/** The snapshot at which something was worked out for each task, by task id. */
export async function readSnapshots(
  connection: Connection,
  table: string,
  query: (db: Kysely<Tables>) => { execute(): Promise<unknown[]> },
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.run((db) => query(db).execute())
  return new Map(
    rows.map((row) => {
      const { taskId, snapshotSha256 } = parseRow(snapshotRowSchema, row, table)
      return [taskId, snapshotSha256]
    }),
  )
}
