import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUnpricedMark } from '../../../../shared/kernel/words/record.ts'
import type { LibraryOverview, TaskSums } from '../../../../shared/library/types.ts'
import { sortCausesByLoss, causeWords } from '../../../../shared/replay/cache-breaks-words.ts'
import { formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable, type Column } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** Rows of a table of groups; `--json` has all. */
const mostRows = 20

/** `overview` for people: sums, then where the tokens go by kind, tool, workspace, agent and model. */
export function formatOverview(overview: LibraryOverview): string {
  const { tasks, surveyed, totals, byKind, byTool } = overview
  if (surveyed === 0) return `${explainNothingCounted(tasks)}\n`
  const kinds = Object.entries(byKind).toSorted(([, a], [, b]) => b - a)
  const sections = [
    formatPairs(buildTotalPairs(overview)),
    formatTable(
      [{ title: 'kind' }, buildRightColumn('tokens'), buildRightColumn('share')],
      kinds.map(([kind, tokens]) => [kind, formatCount(tokens), share(tokens, totals.tokens)]),
    ),
    formatLimitedTable(
      [
        { title: 'tool' },
        ...['calls', 'tokens of calls', 'of results', 'share', 'tasks'].map(buildRightColumn),
      ],
      byTool.map(({ tool, calls, callTokens, resultTokens, tasks: used }) => [
        formatOneLine(tool, 40),
        ...[calls, callTokens, resultTokens].map(formatCount),
        share(callTokens + resultTokens, totals.tokens),
        formatCount(used),
      ]),
    ),
    formatGroupTable('workspace', overview.byWorkspace, ({ workspace }) => workspace, totals),
    formatGroupTable('agent', overview.byAgent, ({ agent }) => agent, totals),
    formatModelTable(overview),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function explainNothingCounted(tasks: number): string {
  if (tasks === 0)
    return formatAsTyped('No tasks yet. Open a folder of them with `dewpoint overview --open <folder>`.')
  return `None of ${formatCountWithNoun(tasks, 'task')} could be counted.`
}

function buildTotalPairs(overview: LibraryOverview): [string, string][] {
  const { tasks, surveyed, leftOutSamples, outdatedTasks, movedTasks } = overview
  const { copiedRequests, copiedUsd, countedSamples, totals } = overview
  const { messages, tokens, costUsd, condensations, condensedTasks, losslessTokens } = totals
  const counted = surveyed === tasks ? '' : `${formatCount(surveyed)} counted of `
  return [
    ['tasks', `${counted}${formatCount(tasks)}${describeSamples({ leftOutSamples, countedSamples })}`],
    ...buildOutdatedPairs(outdatedTasks),
    ...buildMovedPairs(movedTasks),
    ...buildCopiedPairs({ copiedRequests, copiedUsd }),
    ['messages', formatCount(messages)],
    ['tokens', formatCount(tokens)],
    ['recorded cost', `${formatUsd(costUsd)}${describeCostedTasks(totals)}`],
    [
      'condensed',
      `${formatCountWithNoun(condensations, 'time')} in ${formatCountWithNoun(condensedTasks, 'task')}`,
    ],
    ...buildCachePairs(overview.cacheBreaks),
    [
      'lossless',
      `would leave ${formatCount(losslessTokens)} tokens and save ${share(tokens - losslessTokens, tokens)}`,
    ],
  ]
}

/** What broken prompt caches cost, the dearest cause first. */
function buildCachePairs(byCause: LibraryOverview['cacheBreaks'] = {}): [string, string][] {
  const causes = sortCausesByLoss(byCause)
  if (causes.length === 0) return []
  const costs = causes.flatMap(({ costUsd }) => costUsd ?? [])
  const breaks = causes.reduce((sum, { n }) => sum + n, 0)
  const lost = costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
  const named = causes
    .slice(0, 3)
    .map(({ cause, costUsd }) => `${causeWords[cause].label} ${formatUsd(costUsd)}`)
  return [
    [
      'cache breaks',
      `${formatUsd(lost)} lost in ${formatCountWithNoun(breaks, 'break')}: ${named.join(', ')}`,
    ],
  ]
}

function describeCostedTasks({ tasks, costedTasks, unpricedRequests }: TaskSums): string {
  const some = `, in ${formatCount(costedTasks)} of ${formatCountWithNoun(tasks, 'task')}`
  return `${costedTasks === tasks || costedTasks === 0 ? '' : some}${formatUnpricedMark(unpricedRequests)}`
}

function buildOutdatedPairs(tasks: number): [string, string][] {
  return tasks === 0
    ? []
    : [['as last read', `${formatCountWithNoun(tasks, 'task')}, gone or no longer readable`]]
}

function buildMovedPairs(tasks: number): [string, string][] {
  return tasks === 0
    ? []
    : [['moved', `${formatCountWithNoun(tasks, 'task')}, counted in the new place alone`]]
}

function buildCopiedPairs({
  copiedRequests,
  copiedUsd,
}: Pick<LibraryOverview, 'copiedRequests' | 'copiedUsd'>): [string, string][] {
  if (copiedRequests === 0) return []
  const calls = formatCountWithNoun(copiedRequests, 'model call')
  return [['repeated', `${calls} of forks and resumed sessions, ${formatUsd(copiedUsd)}, counted once`]]
}

function describeSamples({
  leftOutSamples,
  countedSamples,
}: Pick<LibraryOverview, 'leftOutSamples' | 'countedSamples'>): string {
  if (countedSamples > 1) return ', the samples that come with Dewpoint'
  if (countedSamples === 1) return ', the sample that comes with Dewpoint'
  if (leftOutSamples > 1) return `, without the ${formatCount(leftOutSamples)} samples`
  return leftOutSamples === 0 ? '' : ', without the sample'
}

/** What a task cost is by the model of each request; everything else of it counts with each of its models. */
function formatModelTable({ byModel, totals }: LibraryOverview): string {
  const table = formatGroupTable('model', byModel, ({ model }) => model, totals, [
    ['requests', ({ requests }) => formatCount(requests)],
  ])
  const isShared = byModel.reduce((sum, { tasks }) => sum + tasks, 0) > totals.tasks
  return isShared
    ? `${table}A task that used several models counts with each of them. Requests and cost are of the model itself.\n`
    : table
}

function formatGroupTable<Group extends TaskSums>(
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
  return formatLimitedTable(
    [{ title }, ...titles.map(buildRightColumn)],
    all.map((group) => [
      formatOneLine(nameOf(group) ?? '(not recorded)', 60),
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

function formatLimitedTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const more = rows.length - mostRows
  const table = formatTable(columns, rows.slice(0, mostRows))
  return more > 0 ? `${table}and ${formatCount(more)} more, which --json lists\n` : table
}

function buildRightColumn(title: string): Column {
  return { title, align: 'right' }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : formatPercent((100 * part) / whole)
}
