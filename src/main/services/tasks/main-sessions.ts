import { requireTask } from '../require-stored.ts'
import type { CoreServices } from '../core-services.ts'
import { relatedTasks } from './related-tasks.ts'

/** One more than a family of subagents has. */
const enough = 2
/** Tasks that are looked at; whoever has more of them in a folder has the sessions of many days. */
const mostTasks = 200

/**
 * Which of some tasks none of the others had done, in order of path: one where all others are its subagents, so that
 * whoever names their folder or their database means this one. Ends with the second, which shows that there are several
 * sessions, and names none where there are too many tasks to look. What cannot be read counts as a session of its own.
 */
export async function findMainSessions(
  { store }: Pick<CoreServices, 'store'>,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  if (taskIds.length > mostTasks) return []
  const listed = new Set(taskIds)
  // A session lies beside its subagents or above them, and is read before them there.
  const tasks = (await store.tasks.list())
    .filter(({ id }) => listed.has(id))
    .toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  const found: string[] = []
  for (const { id } of tasks) {
    const parentId = await parentTaskId(store, id)
    if (parentId !== null && parentId !== id && listed.has(parentId)) continue
    found.push(id)
    if (found.length === enough) break
  }
  return found
}

async function parentTaskId(store: CoreServices['store'], id: string): Promise<string | null> {
  const task = await requireTask(store, id).catch(() => null)
  const parent = task?.meta.kin?.parentId ?? null
  if (task === null || parent === null) return null
  return (await relatedTasks(store, task, [parent])).get(parent)?.taskId ?? null
}
