import { everyTask, type LibraryFilter } from '../../shared/domain/library-filter.ts'
import { filterTasks } from '../../shared/lib/filter-tasks.ts'
import { isSameJson } from '../../shared/lib/json-values.ts'
import type { Store } from '../store/store.ts'

/** Ids of the listed tasks that fit a filter; null where it leaves all in. */
export async function fittingTasks(
  { tasks }: Pick<Store, 'tasks'>,
  filter: LibraryFilter,
): Promise<ReadonlySet<string> | null> {
  if (isSameJson({ ...filter, text: filter.text.trim() }, everyTask)) return null
  return new Set(filterTasks(await tasks.list(), filter).map(({ id }) => id))
}
