import type { TaskSums } from '../../../shared/domain/library.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { formatInteger, formatPercent, formatUsd, thinSpace } from '../../../shared/lib/format-figures.ts'

/** What lossless would take away: tokens, and their share of all in percent. */
export function savingOf({ tokens, losslessTokens }: Pick<TaskSums, 'tokens' | 'losslessTokens'>): {
  readonly tokens: number
  readonly percent: number
} {
  const saved = Math.max(0, tokens - losslessTokens)
  return { tokens: saved, percent: tokens === 0 ? 0 : (saved / tokens) * 100 }
}

/** What tasks recorded to have cost, and in how many of them where not all did. */
export function costText({
  costUsd,
  tasks,
  costedTasks,
}: Pick<TaskSums, 'costUsd' | 'tasks' | 'costedTasks'>): string {
  if (costedTasks === tasks || costedTasks === 0) return formatUsd(costUsd)
  return `${formatUsd(costUsd)} in ${formatInteger(costedTasks)} of ${countOf(tasks, 'task')}`
}

/** Part of a whole in percent with its unit. A dash of nothing. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : formatPercent((part / whole) * 100)
}

/** Mean of a count over tasks with two decimals. A dash of no tasks. */
export function perTask(count: number, tasks: number): string {
  return tasks === 0 ? '–' : (count / tasks).toFixed(2)
}

/** A round figure as short as an axis needs it: `250 k`, `1.5 M`. */
export function formatShort(value: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ]
  const unit = units.find(([size]) => value >= size)
  return unit === undefined ? `${value}` : `${Number((value / unit[0]).toPrecision(3))}${thinSpace}${unit[1]}`
}

const longestName = 26

/** A path or the name of a tool that is too long, from its end: that is where they differ. What fits is kept whole. */
export function endOfPath(path: string): string {
  const characters = Array.from(path)
  if (characters.length <= longestName) return path
  const end = characters.slice(1 - longestName).join('')
  const at = end.search(/[\\/]|--/)
  return `…${at === -1 ? end : end.slice(at)}`
}

/** Words by which messages that call a tool are found. Histories write tools of servers in one word or in two. */
export function queryOfTool(tool: string): string {
  const [first, ...names] = tool.split('--')
  return first === 'mcp' && names.length > 0 ? names.join(' ') : tool
}
