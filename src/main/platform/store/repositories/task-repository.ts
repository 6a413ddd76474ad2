import { sql, type Kysely, type Transaction } from 'kysely'
import {
  growingMs,
  listedTaskSchema,
  storedTaskSchema,
  taskSummarySchema,
  type StoredTask,
  type TaskState,
} from '../../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { flagColumn, jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import type { ReadPlace, ListedChild } from '../records.ts'
import type { TaskRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { collectLeftovers, putBlobs } from './blobs.ts'

export const storedTaskRowSchema = storedTaskSchema.extend({
  isSample: flagColumn,
  meta: jsonColumn(storedTaskSchema.shape.meta),
})
const summaryRowSchema = taskSummarySchema.extend({
  isSample: flagColumn,
  isGrowing: flagColumn,
  models: jsonColumn(taskSummarySchema.shape.models),
})

/** As they were counted for the history as it is now; else the one by which the task is listed. */
const modelsQuery = sql<string>`coalesce(
  (select json_group_array(m.model order by m.place) from survey_models m
    join surveys s on s.task_id = m.task_id
    where m.task_id = listed.id and m.model is not null and s.snapshot_sha256 = tasks.snapshot_sha256
    having count(*) > 0),
  case when coalesce(tasks.model, listed.model) is null then '[]'
    else json_array(coalesce(tasks.model, listed.model)) end
)`

/** A session is named by its agent's prefix and id, its record names the parent by the id alone. Of two copies none is meant. */
const parentQuery = sql<string | null>`(
  select case when count(*) = 1 then min(parent.id) end from library_tasks parent
  where parent.session_key = substr(listed.session_key, 1, instr(listed.session_key, ':'))
    || json_extract(tasks.meta, '$.kin.parentId')
    and parent.forgotten_stamp is null and parent.id != listed.id
)`

/** Fields that the files of a task show as well as its history. */
const shownByFiles = ['title', 'agent', 'model', 'workspace', 'costUsd', 'lastActivityTs'] as const
/** Those that nothing but its files shows. */
const ofFiles: readonly string[] = ['id', 'path', 'openedTs', 'isSample']
/** Those that nothing but its history says, with what stands for them until it is read. */
const saidByHistory = Object.entries(listedTaskSchema.shape).flatMap(([key, schema]) => {
  if (ofFiles.includes(key) || shownByFiles.some((shown) => shown === key)) return []
  const usual = schema.safeParse(undefined)
  return [sql`coalesce(${sql.ref(`tasks.${key}`)}, ${usual.success ? usual.data : null})`.as(key)]
})

/** What a history says goes before what its files show. */
const buildSummaryQuery = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('libraryTasks as listed')
    .leftJoin('tasks', 'tasks.id', 'listed.id')
    .leftJoin('blobs', 'blobs.hash', 'tasks.sourceBlob')
    .where('listed.forgottenStamp', 'is', null)
    .select([
      'blobs.createdTs as readTs',
      'listed.id',
      'listed.path',
      'listed.openedTs',
      'listed.problems',
      'listed.sizeBytes',
      'listed.failure',
    ])
    .select(saidByHistory)
    .select((columns) => [
      ...shownByFiles.map((key) => columns.fn.coalesce(`tasks.${key}`, `listed.${key}`).as(key)),
      modelsQuery.as('models'),
      parentQuery.as('parentTaskId'),
      sql<number>`coalesce(tasks.is_sample, 0)`.as('isSample'),
      // A clock that was set back must not leave a task growing for ever.
      sql<number>`is_followed = 1 and is_gone = 0
        and coalesce(abs(${now} - changed_ts) < ${growingMs}, 0)`.as('isGrowing'),
      sql<TaskState>`case
        when is_gone = 1 then 'gone'
        when failure is not null then 'failed'
        when tasks.id is null then 'found'
        else 'read'
      end`.as('state'),
      columns
        .selectFrom('runs')
        .whereRef('runs.taskId', '=', 'listed.id')
        .where('runs.providerId', '!=', recordedMethodId)
        .select((runs) => runs.fn.countAll<number>().as('count'))
        .as('runs'),
    ])

async function forgetTask(db: Transaction<Tables>, id: string, staysForgotten: boolean): Promise<boolean> {
  const wasListed = await forgetEntry(db, id, staysForgotten)
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
  if (!task) return wasListed
  await collectLeftovers(db, {
    snapshots: [task, ...runs].map((row) => row.snapshotSha256),
    blobs: [task.sourceBlob, ...runs.flatMap((run) => [run.sourceBlob, run.payloadBlob])],
  })
  return true
}

/** Writes the row and collects what only the row before it needed. */
async function upsertTask(db: Transaction<Tables>, task: StoredTask): Promise<void> {
  const { meta, isSample, ...columns } = task
  const row = { ...columns, isSample: isSample ? 1 : 0, meta: JSON.stringify(meta) }
  const before = await db
    .selectFrom('tasks')
    .select(['snapshotSha256', 'sourceBlob'])
    .where('id', '=', task.id)
    .executeTakeFirst()
  await db
    .insertInto('tasks')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  // What nothing refers to any more is found by a look at all that is stored.
  const isSame = before?.snapshotSha256 === row.snapshotSha256 && before.sourceBlob === row.sourceBlob
  if (before && !isSame)
    await collectLeftovers(db, { snapshots: [before.snapshotSha256], blobs: [before.sourceBlob] })
}

async function findChildren(db: Kysely<Tables>, parentId: string): Promise<readonly ListedChild[]> {
  return db
    .selectFrom('tasks')
    .innerJoin('libraryTasks as listed', 'listed.id', 'tasks.id')
    .where('listed.forgottenStamp', 'is', null)
    .where(sql`json_extract(tasks.meta, '$.kin.parentId')`, '=', parentId)
    .orderBy('tasks.lastActivityTs')
    .orderBy('listed.path')
    .select(['listed.path', 'sessionKey'])
    .execute()
}

/** The library over a connection; `clock` gives milliseconds since 1970. */
export function createTaskRepository(connection: Connection, clock: () => number): TaskRepository {
  return {
    upsert: (given, blobs = [], place = null) =>
      connection.write(async (db) => {
        const task = storedTaskSchema.parse(given)
        await putBlobs(db, blobs, clock())
        await upsertTask(db, task)
        await writeEntry(db, task, place)
      }),
    list: () =>
      connection.list(summaryRowSchema, 'tasks', (db) =>
        buildSummaryQuery(db, clock())
          .orderBy('listed.openedTs', 'desc')
          .orderBy('lastActivityTs', 'desc')
          .orderBy('listed.id'),
      ),
    get: (id) =>
      connection.one(storedTaskRowSchema, 'tasks', (db) =>
        db.selectFrom('tasks').selectAll().where('id', '=', id),
      ),
    async titles() {
      const rows = await connection.run((db) =>
        db
          .selectFrom('libraryTasks as listed')
          .leftJoin('tasks', 'tasks.id', 'listed.id')
          .where('listed.forgottenStamp', 'is', null)
          .select((columns) => [
            'listed.id',
            columns.fn.coalesce('tasks.title', 'listed.title').as('title'),
            'tasks.isSample',
          ])
          .execute(),
      )
      return new Map(rows.map(({ id, title, isSample }) => [id, { title, isSample: isSample === 1 }]))
    },
    summary: (id) =>
      connection.one(summaryRowSchema, 'tasks', (db) =>
        buildSummaryQuery(db, clock()).where('listed.id', '=', id),
      ),
    findChildren: (parentId) => connection.run((db) => findChildren(db, parentId)),
    forget: (id, staysForgotten = false) => connection.write((db) => forgetTask(db, id, staysForgotten)),
    async setTokens(id, tokens) {
      await connection.run((db) => db.updateTable('tasks').set({ tokens }).where('id', '=', id).execute())
    },
    findSources: (snapshots) =>
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

/** What is known of the files of a task that was read just now. */
async function writeEntry(db: Transaction<Tables>, task: StoredTask, place: ReadPlace): Promise<void> {
  const { title, agent, model, workspace, costUsd, lastActivityTs, openedTs, path, isSample, meta } = task
  const facts = {
    title,
    agent,
    model,
    workspace,
    costUsd,
    lastActivityTs,
    openedTs,
    path,
    stamp: place?.stamp ?? null,
    readStamp: place?.stamp ?? null,
    reader: place?.reader ?? null,
    forgottenStamp: null,
    isGone: 0,
    failure: null,
    sizeBytes: place?.sizeBytes ?? null,
    sessionKey: place?.sessionKey ?? null,
    changedTs: place?.changedTs ?? null,
    problems: meta.problems.length,
  }
  const isFixed = place === null || isSample
  await db
    .insertInto('libraryTasks')
    .values({ ...facts, id: task.id, isFollowed: isFixed ? 0 : 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...facts, ...(isFixed ? { isFollowed: 0 } : {}) }),
    )
    .execute()
}

/** Takes a task off the list. One that stays forgotten keeps its row, by which its files are known again. */
async function forgetEntry(db: Transaction<Tables>, id: string, staysForgotten: boolean): Promise<boolean> {
  if (!staysForgotten) {
    const removed = await db.deleteFrom('libraryTasks').where('id', '=', id).executeTakeFirst()
    return removed.numDeletedRows > 0n
  }
  const updated = await db
    .updateTable('libraryTasks')
    .set({ forgottenStamp: sql<string>`coalesce(stamp, '')`, readStamp: null, failure: null })
    .where('id', '=', id)
    .where('forgottenStamp', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
