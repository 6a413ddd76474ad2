import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import type { LibrarySearch } from '../../../../../shared/library/types.ts'
import { describeLeftOutSigns } from '../../../../../shared/library/words.ts'
import { formatCountWithNoun } from '../../../../lib/format.ts'

/** What was found, in how many tasks, how much of the Library was searched for it, and what for if not for all that was typed. */
export function searchWords(found: LibrarySearch): string {
  const { hits, hasMore, leftOutSigns } = found
  const signs =
    leftOutSigns.length === 0 ? '' : ` · signs are left out: ${describeLeftOutSigns(leftOutSigns)}`
  const inTasks = new Set(hits.map(({ taskId }) => taskId)).size
  const shown = `${hasMore ? 'The newest ' : ''}${formatCountWithNoun(hits.length, 'message')} in ${formatCountWithNoun(inTasks, 'task')}`
  return `${hits.length === 0 ? 'Nothing found' : shown} · ${describeSearched(found)}${signs}`
}

type Searched = Pick<LibrarySearch, 'searchedTasks' | 'tasks' | 'listedTasks' | 'unreadableTasks'>

/** Whether tasks that are wanted can still become searchable. */
export function isStillReading({ searchedTasks, tasks, unreadableTasks }: Searched): boolean {
  return searchedTasks + unreadableTasks < tasks
}

/** Whether the filters leave tasks out. */
export function isNarrowed({ tasks, listedTasks }: Searched): boolean {
  return tasks < listedTasks
}

const fit = (tasks: number): string => (tasks === 1 ? 'fits' : 'fit')

function describeSearched(found: Searched): string {
  const { searchedTasks, tasks, listedTasks, unreadableTasks } = found
  const unreadable = unreadableTasks === 0 ? '' : `, ${formatInteger(unreadableTasks)} cannot be read`
  const narrowed = isNarrowed(found)
    ? ` that ${fit(tasks)} the filters, of ${formatInteger(listedTasks)}`
    : ''
  return isStillReading(found)
    ? `searched ${formatInteger(searchedTasks)} of ${formatCountWithNoun(tasks, 'task')}${narrowed} so far${unreadable}`
    : `searched ${formatCountWithNoun(searchedTasks, 'task')}${narrowed}${unreadable}`
}

/** What stands where nothing was found. */
export function describeNothingFound(found: LibrarySearch, query: string): string {
  const { tasks, listedTasks, unreadableTasks } = found
  if (tasks === 0 && listedTasks > 0) {
    return `None of ${formatCountWithNoun(listedTasks, 'task')} fits the filters, so no message was searched.`
  }
  const where = isNarrowed(found)
    ? ` in the ${formatCountWithNoun(tasks, 'task')} of ${formatInteger(listedTasks)} that ${fit(tasks)} the filters`
    : ''
  const rest = isStillReading(found) ? ' yet, the rest is still being read' : ''
  const unreadable =
    unreadableTasks === 0 ? '' : ` ${formatCountWithNoun(unreadableTasks, 'task')} cannot be read.`
  return `No message contains “${query}”${where}${rest}.${unreadable}`
}
