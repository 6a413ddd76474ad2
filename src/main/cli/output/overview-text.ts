import { unpricedMark } from '../../../shared/words/record.ts'
import { asTyped } from '../../services/own-command.ts'
import type { LibraryOverview, TaskSums } from '../../../shared/domain/library.ts'
import { causesByLoss, causeWords } from '../../../shared/words/cache-breaks.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { formatPercent, formatUsd, oneLine } from './figures.ts'
import { formatPairs, formatTable, type Column } from './table.ts'

/** Rows of a table of groups; `--json` has all. */
const mostRows = 20

/** `overview` for people: sums, then where the tokens go by kind, tool, workspace, agent and model. */
export function overviewText(overview: LibraryOverview): string {
  const { tasks, surveyed, totals, byKind, byTool } = overview
  if (surveyed === 0) return `${nothingText(tasks)}\n`
  const kinds = Object.entries(byKind).toSorted(([, a], [, b]) => b - a)
  const sections = [
    formatPairs(totalPairs(overview)),
    formatTable(
      [{ title: 'kind' }, right('tokens'), right('share')],
      kinds.map(([kind, tokens]) => [kind, formatCount(tokens), share(tokens, totals.tokens)]),
    ),
    limited(
      [{ title: 'tool' }, ...['calls', 'tokens of calls', 'of results', 'share', 'tasks'].map(right)],
      byTool.map(({ tool, calls, callTokens, resultTokens, tasks: used }) => [
        oneLine(tool, 40),
        ...[calls, callTokens, resultTokens].map(formatCount),
        share(callTokens + resultTokens, totals.tokens),
        formatCount(used),
      ]),
    ),
    groups('workspace', overview.byWorkspace, ({ workspace }) => workspace, totals),
    groups('agent', overview.byAgent, ({ agent }) => agent, totals),
    models(overview),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function nothingText(tasks: number): string {
  if (tasks === 0)
    return asTyped('No tasks yet. Open a folder of them with `dewpoint overview --open <folder>`.')
  return `None of ${countOf(tasks, 'task')} could be counted.`
}

function totalPairs(overview: LibraryOverview): [string, string][] {
  const { tasks, surveyed, leftOutSamples, outdatedTasks, movedTasks } = overview
  const { copiedRequests, copiedUsd, countedSamples, totals } = overview
  const { messages, tokens, costUsd, condensations, condensedTasks, losslessTokens } = totals
  const counted = surveyed === tasks ? '' : `${formatCount(surveyed)} counted of `
  return [
    ['tasks', `${counted}${formatCount(tasks)}${samplesText({ leftOutSamples, countedSamples })}`],
    ...outdatedPairs(outdatedTasks),
    ...movedPairs(movedTasks),
    ...copiedPairs({ copiedRequests, copiedUsd }),
    ['messages', formatCount(messages)],
    ['tokens', formatCount(tokens)],
    ['recorded cost', `${formatUsd(costUsd)}${costedText(totals)}`],
    ['condensed', `${countOf(condensations, 'time')} in ${countOf(condensedTasks, 'task')}`],
    ...cachePairs(overview.cacheBreaks),
    [
      'lossless',
      `would leave ${formatCount(losslessTokens)} tokens and save ${share(tokens - losslessTokens, tokens)}`,
    ],
  ]
}

/** What broken prompt caches cost, the dearest cause first. */
function cachePairs(byCause: LibraryOverview['cacheBreaks'] = {}): [string, string][] {
  const causes = causesByLoss(byCause)
  if (causes.length === 0) return []
  const costs = causes.flatMap(({ costUsd }) => costUsd ?? [])
  const breaks = causes.reduce((sum, { n }) => sum + n, 0)
  const lost = costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
  const named = causes
    .slice(0, 3)
    .map(({ cause, costUsd }) => `${causeWords[cause].label} ${formatUsd(costUsd)}`)
  return [['cache breaks', `${formatUsd(lost)} lost in ${countOf(breaks, 'break')}: ${named.join(', ')}`]]
}

function costedText({ tasks, costedTasks, unpricedRequests }: TaskSums): string {
  const some = `, in ${formatCount(costedTasks)} of ${countOf(tasks, 'task')}`
  return `${costedTasks === tasks || costedTasks === 0 ? '' : some}${unpricedMark(unpricedRequests)}`
}

function outdatedPairs(tasks: number): [string, string][] {
  return tasks === 0 ? [] : [['as last read', `${countOf(tasks, 'task')}, gone or no longer readable`]]
}

function movedPairs(tasks: number): [string, string][] {
  return tasks === 0 ? [] : [['moved', `${countOf(tasks, 'task')}, counted in the new place alone`]]
}

function copiedPairs({
  copiedRequests,
  copiedUsd,
}: Pick<LibraryOverview, 'copiedRequests' | 'copiedUsd'>): [string, string][] {
  if (copiedRequests === 0) return []
  const calls = countOf(copiedRequests, 'model call')
  return [['repeated', `${calls} of forks and resumed sessions, ${formatUsd(copiedUsd)}, counted once`]]
}

function samplesText({
  leftOutSamples,
  countedSamples,
}: Pick<LibraryOverview, 'leftOutSamples' | 'countedSamples'>): string {
  if (countedSamples > 1) return ', the samples that come with Dewpoint'
  if (countedSamples === 1) return ', the sample that comes with Dewpoint'
  if (leftOutSamples > 1) return `, without the ${formatCount(leftOutSamples)} samples`
  return leftOutSamples === 0 ? '' : ', without the sample'
}

/** What a task cost is by the model of each request; everything else of it counts with each of its models. */
function models({ byModel, totals }: LibraryOverview): string {
  const table = groups('model', byModel, ({ model }) => model, totals, [
    ['requests', ({ requests }) => formatCount(requests)],
  ])
  const isShared = byModel.reduce((sum, { tasks }) => sum + tasks, 0) > totals.tasks
  return isShared
    ? `${table}A task that used several models counts with each of them. Requests and cost are of the model itself.\n`
    : table
}

function groups<Group extends TaskSums>(
  title: string,
  all: readonly Group[],
  nameOf: (group: Group) => string | null,
  totals: TaskSums,
  extra: readonly (readonly [string, (group: Group) => string])[] = [],
): string {
  const titles = [
    'tasks',
    'tokens',
    'share',
    ...extra.map(([own]) => own),
    'cost',
    'condensed',
    'lossless saves',
  ]
  return limited(
    [{ title }, ...titles.map(right)],
    all.map((group) => [
      oneLine(nameOf(group) ?? '(not recorded)', 60),
      formatCount(group.tasks),
      formatCount(group.tokens),
      share(group.tokens, totals.tokens),
      ...extra.map(([, textOf]) => textOf(group)),
      formatUsd(group.costUsd),
      formatCount(group.condensations),
      share(group.tokens - group.losslessTokens, group.tokens),
    ]),
  )
}

function limited(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const more = rows.length - mostRows
  const table = formatTable(columns, rows.slice(0, mostRows))
  return more > 0 ? `${table}and ${formatCount(more)} more, which --json lists\n` : table
}

function right(title: string): Column {
  return { title, align: 'right' }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : formatPercent((100 * part) / whole)
}
