import { basename, dirname, sep } from 'node:path'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { splitTaskPath } from '../../../shared/library/build-task-path.ts'
import type { Inspection } from '../../../shared/library/inspection-types.ts'
import type { TaskRelations, RelatedTask, StoredTask } from '../../../shared/library/task-types.ts'
import { formatSessionKey } from '../../agents/build-session-key.ts'
import { findAgent } from '../../agents/find-agent.ts'
import type { LibraryEntry } from '../../platform/store/records.ts'
import type { CoreServices } from '../common/core-services.ts'
import { requireTask } from '../common/require-stored.ts'
import { isListed } from './follow/entry-state.ts'

type NamedTask = Pick<StoredTask, 'id' | 'path' | 'format'>

/**
 * Tasks that a task names by the ids of its agent, with how they are listed. Where several are called so, the one beside
 * the task that names it counts first, then the only one, then the nearest one in the same storage.
 */
export async function findRelatedTasks(
  { library }: Pick<CoreServices['store'], 'library'>,
  { path, format }: Pick<NamedTask, 'path' | 'format'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RelatedTask>> {
  if (ids.length === 0) return new Map()
  const wanted = new Map(ids.map((id) => [id, buildSessionKey(format, id)]))
  const entries = (await library.bySessionKeys([...wanted.values()])).filter(
    (entry) => entry.path !== '' && isListed(entry),
  )
  const byKey = Map.groupBy(entries, ({ sessionKey }) => sessionKey)
  return new Map(
    [...wanted].map(([id, key]) => {
      const entry = findNearestEntry(byKey.get(key) ?? [], path, isOfFolders(format))
      return [id, { id, taskId: entry?.id ?? null, title: entry?.title ?? null }]
    }),
  )
}

/**
 * The relations of a task as its record names it. Many agents name the parent in the record of the child alone: those of
 * its format that name a task are its own. Of agents whose tasks are folders that counts where it names no children.
 */
export async function findRelations(
  { tasks, library }: Pick<CoreServices['store'], 'tasks' | 'library'>,
  { id, path, format, meta: { kin: relations } }: NamedTask & Pick<StoredTask, 'meta'>,
): Promise<TaskRelations | undefined> {
  if (relations === undefined) return relations
  if (relations.childIds.length > 0 && isOfFolders(format)) return relations
  const own = readSessionId(format, (await library.entry(id))?.sessionKey ?? null) ?? basename(path)
  const named = await tasks.findChildren(own)
  const children = named.flatMap((child) => {
    const childId = readSessionId(format, child.sessionKey)
    // Agents whose tasks are folders keep all of them beside each other, whatever else is called so elsewhere.
    const isOwn = childId !== own && (!isOfFolders(format) || dirname(child.path) === dirname(path))
    return childId !== null && isOwn ? [childId] : []
  })
  return { ...relations, childIds: [...new Set([...relations.childIds, ...children])] }
}

/** The relations of a task, with how it is listed; nothing where there is no record of it. */
export async function findListedRelations(
  store: Pick<CoreServices['store'], 'library' | 'tasks'>,
  task: NamedTask & Pick<StoredTask, 'meta'>,
): Promise<Pick<Inspection['task'], 'parent' | 'children'>> {
  const relations = await findRelations(store, task)
  if (relations === undefined) return {}
  const { parentId, childIds } = relations
  const related = await findRelatedTasks(store, task, [...(parentId === null ? [] : [parentId]), ...childIds])
  return {
    parent: parentId === null ? null : (related.get(parentId) ?? null),
    children: childIds.flatMap((child) => related.get(child) ?? []),
  }
}

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
    const parentId = await findParentTaskId(store, id)
    if (parentId !== null && parentId !== id && listed.has(parentId)) continue
    found.push(id)
    if (found.length === enough) break
  }
  return found
}

async function findParentTaskId(store: CoreServices['store'], id: string): Promise<string | null> {
  const task = await requireTask(store, id).catch(() => null)
  const parent = task?.meta.kin?.parentId ?? null
  if (task === null || parent === null) return null
  return (await findRelatedTasks(store, task, [parent])).get(parent)?.taskId ?? null
}

const buildSessionKey = (format: string, id: string): string =>
  formatSessionKey(findAgent(format) ?? { id: format }, id)

/** What a key of this format calls a session; null for keys of other ones. */
function readSessionId(format: string, key: string | null): string | null {
  const start = buildSessionKey(format, '')
  return key?.startsWith(start) === true ? key.slice(start.length) : null
}

const isOfFolders = (format: string): boolean => findAgent(format)?.isTaskFolder !== undefined

function findNearestEntry(
  entries: readonly LibraryEntry[],
  path: string,
  isOfFolder: boolean,
): LibraryEntry | undefined {
  const { file } = splitTaskPath(path)
  const inFile = entries.find((entry) => splitTaskPath(entry.path).file === file)
  const beside = inFile ?? entries.find((entry) => dirname(entry.path) === dirname(path))
  if (beside !== undefined || entries.length < 2) return beside ?? entries[0]
  if (isOfFolder) return undefined
  const shared = entries.map((entry) => countSharedFolders(entry.path, path))
  const most = findLargest(shared)
  return shared.filter((steps) => steps === most).length === 1 ? entries[shared.indexOf(most)] : undefined
}

/** How many folders two paths have in common. */
function countSharedFolders(path: string, other: string): number {
  const [steps, others] = [path.split(sep), other.split(sep)]
  const at = steps.findIndex((step, place) => step !== others[place])
  return at === -1 ? steps.length : at
}
