import type { LibrarySearch } from '../../../../shared/domain/library.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { countOf } from '../../../lib/format.ts'

/** What was found, in how many tasks, and how much of the Library was searched for it. */
export function searchWords(found: LibrarySearch): string {
  const { hits, hasMore } = found
  const inTasks = new Set(hits.map(({ taskId }) => taskId)).size
  const shown = `${hasMore ? 'The newest ' : ''}${countOf(hits.length, 'message')} in ${countOf(inTasks, 'task')}`
  return `${hits.length === 0 ? 'Nothing found' : shown} · ${searchedWords(found)}`
}

function searchedWords({ searchedTasks, tasks, unreadableTasks }: LibrarySearch): string {
  const unreadable = unreadableTasks === 0 ? '' : `, ${formatInteger(unreadableTasks)} cannot be read`
  return searchedTasks + unreadableTasks < tasks
    ? `searched ${formatInteger(searchedTasks)} of ${countOf(tasks, 'task')} so far${unreadable}`
    : `searched ${countOf(searchedTasks, 'task')}${unreadable}`
}

/** What stands where nothing was found. */
export function nothingFoundWords(
  { searchedTasks, tasks, unreadableTasks }: LibrarySearch,
  query: string,
): string {
  const rest = searchedTasks + unreadableTasks < tasks ? ' yet; the rest is still being read' : ''
  const unreadable = unreadableTasks === 0 ? '' : ` ${countOf(unreadableTasks, 'task')} cannot be read.`
  return `No message holds “${query}”${rest}.${unreadable}`
}
