import { sql, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import { splitTaskPath } from '../../../../shared/library/build-task-path.ts'
import { flagColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { foundTaskSchema, libraryEntrySchema } from '../records.ts'
import type { LibraryRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

const entryRowSchema = libraryEntrySchema.extend({
  isFollowed: flagColumn,
  isSingle: flagColumn,
  isGone: flagColumn,
  isSample: flagColumn,
})

const buildEntryQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('libraryTasks')
    .leftJoin('tasks', 'tasks.id', 'libraryTasks.id')
    .select([
      'libraryTasks.id',
      'libraryTasks.path',
      'libraryTasks.title',
      'isFollowed',
      'isSingle',
      'stamp',
      'readStamp',
      'reader',
      'forgottenStamp',
      'isGone',
      'failure',
      'sizeBytes',
      'libraryTasks.lastActivityTs',
      'libraryTasks.openedTs',
      'sessionKey',
      'tasks.snapshotSha256',
      sql<number>`coalesce(tasks.is_sample, 0)`.as('isSample'),
    ])

/** SQLite takes 32,766 values in one statement. */
const idsAtOnce = 10_000

/** Whether the row of a listed task has changed by what was found. */
async function noteFound(
  db: Transaction<Tables>,
  task: z.infer<typeof foundTaskSchema>,
  openedTs: number,
  isOpened: boolean,
): Promise<boolean> {
  const known = await db
    .selectFrom('libraryTasks')
    .select(['stamp', 'forgottenStamp', 'isGone'])
    .where('id', '=', task.id)
    .executeTakeFirst()
  const isNewState = known?.stamp !== task.stamp
  if (known === undefined) {
    const rest = { isFollowed: 1, isGone: 0, problems: 0, openedTs }
    await db
      .insertInto('libraryTasks')
      .values({ ...task, ...rest })
      .execute()
    return true
  }
  const wasForgotten = known.forgottenStamp !== null
  if (wasForgotten && !isOpened && known.forgottenStamp === task.stamp) return false
  if (!isNewState && !wasForgotten && known.isGone === 0 && !isOpened) return false
  await db
    .updateTable('libraryTasks')
    .set({
      ...task,
      ...(isOpened ? { isFollowed: 1 } : {}),
      isGone: 0,
      forgottenStamp: null,
      ...(isNewState ? { failure: null } : {}),
      ...(isOpened || wasForgotten ? { openedTs } : {}),
    })
    .where('id', '=', task.id)
    .execute()
  return true
}

/** Ids of those that are listed and for which it was not so. */
async function noteGone(
  db: Transaction<Tables>,
  ids: readonly string[],
  isGone: boolean,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await db
      .updateTable('libraryTasks')
      .set({ isGone: isGone ? 1 : 0 })
      .where('id', 'in', ids.slice(start, start + idsAtOnce))
      .where('isGone', '=', isGone ? 0 : 1)
      .returning(['id', 'forgottenStamp'])
      .execute()
    for (const { id, forgottenStamp } of rows) if (forgottenStamp === null) changed.push(id)
  }
  return changed
}

async function findBySessionKeys(
  connection: Connection,
  keys: readonly string[],
): ReturnType<LibraryRepository['bySessionKeys']> {
  if (keys.length === 0) return []
  return connection.list(entryRowSchema, 'library_tasks', (db) =>
    buildEntryQuery(db).where('sessionKey', 'in', keys.slice(0, idsAtOnce)).orderBy('libraryTasks.path'),
  )
}

/** Those whose path is that of a file with the key of a session behind it. */
async function findSessions(
  connection: Connection,
  file: string,
): ReturnType<LibraryRepository['findSessions']> {
  // The sign behind # ends the range of paths that begin with the file and a #.
  const entries = await connection.list(entryRowSchema, 'library_tasks', (db) =>
    buildEntryQuery(db)
      .where('libraryTasks.path', '>', `${file}#`)
      .where('libraryTasks.path', '<', `${file}$`),
  )
  return entries.filter(({ path }) => splitTaskPath(path).file === file)
}

async function listSessionKeys(connection: Connection): ReturnType<LibraryRepository['sessionKeys']> {
  const rows = await connection.run((db) =>
    db
      .selectFrom('libraryTasks')
      .select(['id', 'sessionKey'])
      .where('forgottenStamp', 'is', null)
      .where('sessionKey', 'is not', null)
      .execute(),
  )
  return new Map(rows.map(({ id, sessionKey }) => [id, sessionKey ?? '']))
}

/** The listing of what is on disk, over a connection. */
export function createLibraryRepository(connection: Connection): LibraryRepository {
  return {
    entries: () => connection.list(entryRowSchema, 'library_tasks', buildEntryQuery),
    entry: (id) =>
      connection.one(entryRowSchema, 'library_tasks', (db) =>
        buildEntryQuery(db).where('libraryTasks.id', '=', id),
      ),
    sessionKeys: () => listSessionKeys(connection),
    bySessionKeys: (keys) => findBySessionKeys(connection, keys),
    findSessions: (file) => findSessions(connection, file),
    found: (tasks, openedTs, isOpened) =>
      connection.write(async (db) => {
        const changed: string[] = []
        for (const task of tasks) {
          const isChanged = await noteFound(db, foundTaskSchema.parse(task), openedTs, isOpened)
          if (isChanged) changed.push(task.id)
        }
        return changed
      }),
    gone: (ids, isGone = true) => connection.write((db) => noteGone(db, ids, isGone)),
    async failed(id, stamp, failure, reader) {
      await connection.run((db) =>
        db.updateTable('libraryTasks').set({ failure, stamp, reader }).where('id', '=', id).execute(),
      )
    },
    async folders() {
      const rows = await connection.run((db) =>
        db.selectFrom('libraryFolders').select('path').orderBy('path').execute(),
      )
      return rows.map(({ path }) => path)
    },
    async addFolder(path, addedTs) {
      await connection.run((db) =>
        db
          .insertInto('libraryFolders')
          .values({ path, addedTs })
          .onConflict((conflict) => conflict.column('path').doNothing())
          .execute(),
      )
    },
    removeFolder: (path, taskIds) =>
      connection.write(async (db) => {
        const removed = await db.deleteFrom('libraryFolders').where('path', '=', path).executeTakeFirst()
        for (let start = 0; start < taskIds.length; start += idsAtOnce) {
          await db
            .updateTable('libraryTasks')
            .set({ isFollowed: 0 })
            .where('id', 'in', taskIds.slice(start, start + idsAtOnce))
            .execute()
        }
        return removed.numDeletedRows > 0n
      }),
    async opened(id) {
      await connection.run((db) =>
        db.updateTable('libraryTasks').set({ isFollowed: 1, isSingle: 1 }).where('id', '=', id).execute(),
      )
    },
  }
}
