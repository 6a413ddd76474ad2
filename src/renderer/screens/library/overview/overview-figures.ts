import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import {
  formatInteger,
  formatPercent,
  formatUsd,
  thinSpace,
} from '../../../../shared/kernel/format-figures.ts'
import { partKinds } from '../../../../shared/kernel/part.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatUnpricedMark } from '../../../../shared/kernel/words/record.ts'
import type { LibraryOverview, TaskSums } from '../../../../shared/library/types.ts'
import { sortCausesByLoss, causeWords } from '../../../../shared/replay/cache-breaks-words.ts'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'

/** What lossless would take away: tokens, and their share of all in percent. */
export function computeSaving({ tokens, losslessTokens }: Pick<TaskSums, 'tokens' | 'losslessTokens'>): {
  readonly tokens: number
  readonly percent: number
} {
  const saved = Math.max(0, tokens - losslessTokens)
  return { tokens: saved, percent: tokens === 0 ? 0 : (saved / tokens) * 100 }
}

/** What tasks recorded to have cost, and in how many of them where not all did. */
export function formatRecordedCost({
  costUsd,
  tasks,
  costedTasks,
  unpricedRequests,
}: Pick<TaskSums, 'costUsd' | 'tasks' | 'costedTasks' | 'unpricedRequests'>): string {
  const unpriced = formatUnpricedMark(unpricedRequests)
  if (costedTasks === tasks || costedTasks === 0) return `${formatUsd(costUsd)}${unpriced}`
  return `${formatUsd(costUsd)} in ${formatInteger(costedTasks)} of ${formatCountWithNoun(tasks, 'task')}${unpriced}`
}

/** Part of a whole in percent with its unit. A dash of nothing. */
export function formatShareOfWhole(part: number, whole: number): string {
  return whole === 0 ? '–' : formatPercent((part / whole) * 100)
}

/** Mean of a count over tasks with two decimals. A dash of no tasks. */
export function formatMeanPerTask(count: number, tasks: number): string {
  return tasks === 0 ? '–' : (count / tasks).toFixed(2)
}

/**
 * What recorded tasks lost to broken prompt caches, and to what most of it, with the rest in a note. Null where nothing
 * was lost.
 */
export function describeCacheLoss(
  byCause: LibraryOverview['cacheBreaks'],
): { value: string; note: string } | null {
  const [main, ...others] = sortCausesByLoss(byCause ?? {})
  if (main === undefined) return null
  const all = [main, ...others]
  const costs = all.flatMap(({ costUsd }) => costUsd ?? [])
  const amount =
    costs.length === 0
      ? `${formatInteger(all.reduce((sum, { tokens }) => sum + tokens, 0))} tok`
      : formatUsd(costs.reduce((sum, cost) => sum + cost, 0))
  const breaks = all.reduce((sum, { n }) => sum + n, 0)
  return {
    value: `${amount} · mostly “${causeWords[main.cause].label}”`,
    note: `${formatCountWithNoun(breaks, 'break')}. ${all
      .map(({ cause, costUsd }) => `${causeWords[cause].label} ${formatUsd(costUsd)}`)
      .join(', ')}`,
  }
}

/** Which kind of part and which tool take most, in the first sentence of the overview. Empty where nothing is counted. */
export function describeWhereTokensGo({
  totals,
  byKind,
  byTool,
}: Pick<LibraryOverview, 'totals' | 'byKind' | 'byTool'>): string {
  const [most] = partKinds.toSorted((a, b) => (byKind[b] ?? 0) - (byKind[a] ?? 0))
  const tokens = most === undefined ? 0 : (byKind[most] ?? 0)
  if (most === undefined || tokens === 0) return ''
  const [tool] = byTool.toSorted((a, b) => b.resultTokens + b.callTokens - a.resultTokens - a.callTokens)
  const { label } = kindLooks[most]
  const ofTool =
    tool === undefined
      ? ''
      : ` ${showControls(tool.tool)} accounts for ${formatShareOfWhole(tool.callTokens + tool.resultTokens, totals.tokens)}.`
  return `${formatShareOfWhole(tokens, totals.tokens)} of the tokens are ${label.toLowerCase()}${label.startsWith('Tool ') ? 's' : ''}.${ofTool}`
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
export function cutPathToEnd(path: string): string {
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
