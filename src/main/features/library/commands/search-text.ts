import stringWidth from 'string-width'
import { alignRight, buildTable } from '../../../../shared/document/document.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { LibrarySearch, SearchHit } from '../../../../shared/library/types.ts'
import { describeLeftOutSigns } from '../../../../shared/library/words.ts'
import { drawDocument, padToWidth } from '../../../terminal/output/draw-document.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import type { TextRun } from '../../../terminal/terminal.ts'

/** `search` for people: a line for each message, then how much was searched. */
export function searchText({
  hits,
  hasMore,
  searchedTasks,
  tasks,
  listedTasks,
  unreadableTasks,
  leftOutSigns,
}: LibrarySearch): readonly TextRun[] {
  const unread = unreadableTasks === 0 ? '' : `, ${unreadableTasks} cannot be read`
  const narrowed = tasks === listedTasks ? '' : ` that ${tasks === 1 ? 'fits' : 'fit'}, of ${listedTasks}`
  const searched =
    searchedTasks === tasks
      ? `${formatCountWithNoun(tasks, 'task')}${narrowed}`
      : `${searchedTasks} of ${formatCountWithNoun(tasks, 'task')}${narrowed}${unread}`
  if (tasks === 0 && listedTasks > 0)
    return [
      `No message was searched: none of ${formatCountWithNoun(listedTasks, 'task')} fits the filters.\n`,
    ]
  const signs = leftOutSigns.length === 0 ? '' : ` Signs are left out: ${describeLeftOutSigns(leftOutSigns)}.`
  if (hits.length === 0) return [`No message contains this in ${searched}.${signs}\n`]
  // The matches are painted, so the last column stands beside the table.
  const table = buildTable(
    ['time (UTC)', 'task', 'title', ...alignRight('message'), 'role'],
    hits.map(({ taskId, taskTitle, messageIndex, role, ts }) => [
      ts === null ? '' : formatTime(ts),
      taskId,
      formatOneLine(taskTitle, 40),
      `#${messageIndex}`,
      formatOneLine(role, 12),
    ]),
  )
  const lines = drawDocument([table]).split('\n')
  const width = findLargest(lines.map((line) => stringWidth(line)))
  const texts = [['text'], ...hits.map(({ snippet }) => buildSnippetRuns(snippet))]
  const shownLines = texts.flatMap((text, row) => [`${padToWidth(lines[row] ?? '', width)}  `, ...text, '\n'])
  const shown = hasMore
    ? `The newest ${formatCountWithNoun(hits.length, 'message')}. There are more.`
    : `${formatCountWithNoun(hits.length, 'message')}.`
  return [...shownLines, `\n${shown} Searched: ${searched}.${signs}\n`]
}

/** On one line; what the search found is painted. */
function buildSnippetRuns(snippet: SearchHit['snippet']): readonly TextRun[] {
  return snippet.map(({ text, isMatch }) => {
    const flat = text.replaceAll(/\s+/g, ' ')
    return isMatch ? { text: flat, paint: 'match' } : flat
  })
}
