import type { LibrarySearch } from '../../../../shared/domain/library.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { countOf } from '../../../lib/format.ts'

/** What was found, in how many tasks, and how much of the Library was searched for it. */
export function searchWords({ hits, hasMore, searchedTasks, tasks }: LibrarySearch): string {
  const inTasks = new Set(hits.map(({ taskId }) => taskId)).size
  const found = `${hasMore ? 'The newest ' : ''}${countOf(hits.length, 'message')} in ${countOf(inTasks, 'task')}`
  const searched =
    searchedTasks < tasks
      ? `searched ${formatInteger(searchedTasks)} of ${countOf(tasks, 'task')} so far`
      : `searched ${countOf(tasks, 'task')}`
  return `${hits.length === 0 ? 'Nothing found' : found} · ${searched}`
}
