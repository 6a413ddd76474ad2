import { basename, dirname } from 'node:path'
import type { Inspection } from '../../../shared/domain/inspection.ts'
import type { TaskRelations, RelatedTask } from '../../../shared/domain/task.ts'
import { isListed } from '../../library/entry-state.ts'
import type { LibraryEntry, StoredTask } from '../../store/records.ts'
import type { CoreServices } from '../core-services.ts'

/**
 * Tasks that a task names by the ids of its agent, with how they are listed. An agent names the folder of a task after
 * it: the one beside the task that names it counts first, then one that is the only one of its name.
 */
export async function relatedTasks(
  { library }: Pick<CoreServices['store'], 'library'>,
  { path }: Pick<StoredTask, 'path'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RelatedTask>> {
  if (ids.length === 0) return new Map()
  const wanted = new Set(ids)
  const entries = (await library.entries()).filter(
    (entry) => entry.path !== '' && wanted.has(basename(entry.path)) && isListed(entry),
  )
  const byName = Map.groupBy(entries, (entry) => basename(entry.path))
  return new Map(
    [...wanted].map((id) => {
      const entry = nearest(byName.get(id) ?? [], dirname(path))
      return [id, { id, taskId: entry?.id ?? null, title: entry?.title ?? null }]
    }),
  )
}

/**
 * The relations of a task as its record names it. Agents of some years name the parent in the record of the child alone: where
 * a task names no children, those beside it are its own that name it.
 */
export async function relationsOf(
  { tasks }: Pick<CoreServices['store'], 'tasks'>,
  { path, meta: { kin: relations } }: Pick<StoredTask, 'path' | 'meta'>,
): Promise<TaskRelations | undefined> {
  if (relations === undefined || relations.childIds.length > 0) return relations
  const paths = await tasks.pathsOfChildren(basename(path))
  const beside = paths.filter((child) => dirname(child) === dirname(path))
  return { ...relations, childIds: beside.map((child) => basename(child)) }
}

/** The relations of a task, with how it is listed; nothing where there is no record of it. */
export async function listedRelations(
  store: Pick<CoreServices['store'], 'library' | 'tasks'>,
  task: Pick<StoredTask, 'path' | 'meta'>,
): Promise<Pick<Inspection['task'], 'parent' | 'children'>> {
  const relations = await relationsOf(store, task)
  if (relations === undefined) return {}
  const { parentId, childIds } = relations
  const related = await relatedTasks(store, task, [...(parentId === null ? [] : [parentId]), ...childIds])
  return {
    parent: parentId === null ? null : (related.get(parentId) ?? null),
    children: childIds.flatMap((id) => related.get(id) ?? []),
  }
}

function nearest(entries: readonly LibraryEntry[], folder: string): LibraryEntry | undefined {
  const beside = entries.find((entry) => dirname(entry.path) === folder)
  return beside ?? (entries.length === 1 ? entries[0] : undefined)
}
