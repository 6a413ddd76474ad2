import type { LibrarySearch, SearchHit } from '../../../shared/domain/library.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { leftOutSignsWords } from '../../../shared/words/library-words.ts'
import { formatTime, oneLine } from './figures.ts'
import { formatTable } from './table.ts'

const bold = '\u001b[1m'
const plain = '\u001b[22m'

/** `search` for people: a line for each message, then how much was searched. */
export function searchText(
  { hits, hasMore, searchedTasks, tasks, listedTasks, unreadableTasks, leftOutSigns }: LibrarySearch,
  hasColour: boolean,
): string {
  const unread = unreadableTasks === 0 ? '' : `, ${unreadableTasks} cannot be read`
  const narrowed = tasks === listedTasks ? '' : ` that ${tasks === 1 ? 'fits' : 'fit'}, of ${listedTasks}`
  const searched =
    searchedTasks === tasks
      ? `${countOf(tasks, 'task')}${narrowed}`
      : `${searchedTasks} of ${countOf(tasks, 'task')}${narrowed}${unread}`
  if (tasks === 0 && listedTasks > 0)
    return `No message was searched: none of ${countOf(listedTasks, 'task')} fits the filters.\n`
  const signs = leftOutSigns.length === 0 ? '' : ` Signs are left out: ${leftOutSignsWords(leftOutSigns)}.`
  if (hits.length === 0) return `No message contains this in ${searched}.${signs}\n`
  const table = formatTable(
    columns,
    hits.map(({ taskId, taskTitle, messageIndex, role, ts, snippet }) => [
      ts === null ? '' : formatTime(ts),
      taskId,
      oneLine(taskTitle, 40),
      `#${messageIndex}`,
      oneLine(role, 12),
      snippetText(snippet, hasColour),
    ]),
  )
  const shown = hasMore
    ? `The newest ${countOf(hits.length, 'message')}. There are more.`
    : `${countOf(hits.length, 'message')}.`
  return `${table}\n${shown} Searched: ${searched}.${signs}\n`
}

const columns = [
  { title: 'time (UTC)' },
  { title: 'task' },
  { title: 'title' },
  { title: 'message', align: 'right' },
  { title: 'role' },
  { title: 'text' },
] as const

/** Characters of a history may steer a terminal: none but blanks are left of those that are not shown. */
function snippetText(snippet: SearchHit['snippet'], hasColour: boolean): string {
  return snippet
    .map(({ text, isMatch }) => {
      const safe = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      return isMatch && hasColour ? `${bold}${safe}${plain}` : safe
    })
    .join('')
}
