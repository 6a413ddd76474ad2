import { sql, type Transaction } from 'kysely'
import type { ReadPlace, StoredTask } from './records.ts'
import type { Tables } from './tables.ts'

/** What is known of the files of a task that was read just now. */
export async function writeEntry(db: Transaction<Tables>, task: StoredTask, place: ReadPlace): Promise<void> {
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
    forgottenStamp: null,
    isGone: 0,
    failure: null,
    sizeBytes: place?.sizeBytes ?? null,
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
export async function forgetEntry(
  db: Transaction<Tables>,
  id: string,
  staysForgotten: boolean,
): Promise<boolean> {
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
