import { sql, type Kysely, type Transaction } from 'kysely'
import { taskSummarySchema, type TaskSummary } from '../../shared/domain/task.ts'
import { collectLeftovers, putBlobs } from './collect-blobs.ts'
import type { Connection } from './connection.ts'
import { flagColumn } from './flag-column.ts'
import { jsonColumn } from './json-column.ts'
import { parseRow } from './parse-row.ts'
import { storedTaskSchema, taskMetaSchema } from './records.ts'
import type { TaskRepository } from './store.ts'
import type { Tables } from './tables.ts'

const storedTaskRowSchema = storedTaskSchema.extend({
  isSample: flagColumn,
  meta: jsonColumn(taskMetaSchema),
})
const summaryRowSchema = taskSummarySchema.extend({ isSample: flagColumn })

const summaryQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('tasks')
    .select([
      'id',
      'title',
      'format',
      'path',
      'isSample',
      'agent',
      'model',
      'workspace',
      'era',
      'messages',
      'tokens',
      'costUsd',
      'condensations',
      'lastActivityTs',
      'openedTs',
    ])
    .select((columns) => [
      sql<number>`json_array_length(meta, '$.problems')`.as('problems'),
      columns
        .selectFrom('runs')
        .whereRef('runs.taskId', '=', 'tasks.id')
        .select((runs) => runs.fn.countAll<number>().as('count'))
        .as('runs'),
    ])

const toSummary = (row: unknown): TaskSummary => parseRow(summaryRowSchema, row, 'tasks')

async function forgetTask(db: Transaction<Tables>, id: string): Promise<boolean> {
  const runs = await db
    .selectFrom('runs')
    .select(['snapshotSha256', 'sourceBlob', 'payloadBlob'])
    .where('taskId', '=', id)
    .execute()
  const task = await db
    .deleteFrom('tasks')
    .where('id', '=', id)
    .returning(['snapshotSha256', 'sourceBlob'])
    .executeTakeFirst()
  if (!task) return false
  await collectLeftovers(db, {
    snapshots: [task, ...runs].map((row) => row.snapshotSha256),
    blobs: [task.sourceBlob, ...runs.flatMap((run) => [run.sourceBlob, run.payloadBlob])],
  })
  return true
}

/** The library over a connection; `clock` gives milliseconds since 1970. */
export function createTaskRepository(connection: Connection, clock: () => number): TaskRepository {
  return {
    upsert: (task, blobs = []) =>
      connection.write(async (db) => {
        const { meta, isSample, ...columns } = storedTaskSchema.parse(task)
        const row = { ...columns, isSample: isSample ? 1 : 0, meta: JSON.stringify(meta) }
        const before = await db
          .selectFrom('tasks')
          .select(['snapshotSha256', 'sourceBlob'])
          .where('id', '=', task.id)
          .executeTakeFirst()
        await putBlobs(db, blobs, clock())
        await db
          .insertInto('tasks')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        if (before)
          await collectLeftovers(db, { snapshots: [before.snapshotSha256], blobs: [before.sourceBlob] })
      }),
    async list() {
      const rows = await connection.run((db) =>
        summaryQuery(db).orderBy('openedTs', 'desc').orderBy('id').execute(),
      )
      return rows.map(toSummary)
    },
    async get(id) {
      const row = await connection.run((db) =>
        db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row === undefined ? null : parseRow(storedTaskRowSchema, row, 'tasks')
    },
    async summary(id) {
      const row = await connection.run((db) => summaryQuery(db).where('id', '=', id).executeTakeFirst())
      return row === undefined ? null : toSummary(row)
    },
    forget: (id) => connection.write((db) => forgetTask(db, id)),
    async setTokens(id, tokens) {
      await connection.run((db) => db.updateTable('tasks').set({ tokens }).where('id', '=', id).execute())
    },
    sourcesOf: (snapshots) =>
      connection.run((db) =>
        db
          .selectFrom('tasks')
          .select(['snapshotSha256', 'sourceBlob'])
          .distinct()
          .where('snapshotSha256', 'in', snapshots)
          .execute(),
      ),
  }
}
