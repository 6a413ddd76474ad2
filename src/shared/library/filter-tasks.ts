import { formatAgentName } from '../kernel/format-agent-name.ts'
import type { LibraryFilter } from './library-filter-types.ts'
import type { TaskSummary } from './task-types.ts'

/**
 * Tasks that fit the filter: every word of its text occurs in title, path, agent, model or workspace, whatever the
 * case. What is not known of a task fits no range.
 */
export function filterTasks(tasks: readonly TaskSummary[], filter: LibraryFilter): readonly TaskSummary[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const days = toDayRange(filter.activity)
  return tasks.filter(
    (task) =>
      isAmong(filter.agent, task.agent) &&
      readFieldValues(task, 'model').some((model) => isAmong(filter.model, model)) &&
      isAmong(filter.workspace, task.workspace) &&
      isAmong(filter.era, task.era) &&
      isAmong(filter.state, task.state) &&
      isCondensedAs(filter.condensed, task.condensations) &&
      isWithin(filter.tokens, task.tokens) &&
      isWithin(filter.costUsd, task.costUsd) &&
      isWithin(days, task.lastActivityTs) &&
      hasAllWords(task, words),
  )
}

function isAmong<T>(chosen: readonly T[], value: T | null): boolean {
  return chosen.length === 0 || chosen.some((one) => one === value)
}

function isCondensedAs(condensed: LibraryFilter['condensed'], condensations: number | null): boolean {
  if (condensed === 'any') return true
  return condensations !== null && condensations > 0 === (condensed === 'yes')
}

function isWithin({ from, to }: LibraryFilter['tokens'], value: number | null): boolean {
  if (from === null && to === null) return true
  return value !== null && value >= (from ?? -Infinity) && value <= (to ?? Infinity)
}

/** Local days as milliseconds since 1970, the last one to its end. What is no day leaves its end open. */
function toDayRange({ from, to }: LibraryFilter['activity']): LibraryFilter['tokens'] {
  const readTime = (day: string, time: string): number | null => {
    const ts = new Date(`${day}T${time}`).getTime()
    return Number.isNaN(ts) ? null : ts
  }
  return { from: readTime(from, '00:00:00'), to: readTime(to, '23:59:59.999') }
}

function hasAllWords(task: TaskSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = [
    task.title,
    task.path,
    task.agent,
    task.agent && formatAgentName(task.agent),
    ...task.models,
    task.workspace,
    task.era,
  ]
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** What a task has of a field by which tasks are chosen; null where it has none. Of models it may have several. */
export function readFieldValues(
  task: TaskSummary,
  field: 'agent' | 'model' | 'workspace' | 'era' | 'state',
): readonly (string | null)[] {
  return field === 'model' && task.models.length > 0 ? task.models : [task[field]]
}
