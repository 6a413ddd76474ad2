import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type TableBlock,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatUnpricedMark } from '../../../../shared/kernel/words/record.ts'
import type { LibraryOverview, TaskSums } from '../../../../shared/library/types.ts'
import { sortCausesByLoss, causeWords } from '../../../../shared/replay/cache-breaks-words.ts'

/** Rows of a table of groups; `--json` has all. */
const mostRows = 20

const sharedNote =
  'A task that used several models counts with each of them. Requests and cost are of the model itself.'

/** `overview`: sums, then where the tokens go by kind, tool, workspace, agent and model. */
export function buildOverview(overview: LibraryOverview): readonly Block[] {
  const { tasks, surveyed, totals, byKind, byTool, byModel } = overview
  if (surveyed === 0) return [buildText(explainNothingCounted(tasks))]
  const kinds = Object.entries(byKind).toSorted(([, a], [, b]) => b - a)
  const isShared = byModel.reduce((sum, group) => sum + group.tasks, 0) > totals.tasks
  return [
    buildTotals(overview),
    buildTable(
      ['kind', ...alignRight('tokens', 'share')],
      kinds.map(([kind, tokens]) => [kind, formatCount(tokens), formatShare(tokens, totals.tokens)]),
    ),
    buildLimitedTable(
      ['tool', 'calls', 'tokens of calls', 'of results', 'share', 'tasks'],
      byTool.map(({ tool, calls, callTokens, resultTokens, tasks: used }) => [
        tool,
        ...[calls, callTokens, resultTokens].map(formatCount),
        formatShare(callTokens + resultTokens, totals.tokens),
        formatCount(used),
      ]),
    ),
    buildGroupTable('workspace', overview.byWorkspace, ({ workspace }) => workspace, totals),
    buildGroupTable('agent', overview.byAgent, ({ agent }) => agent, totals),
    // What a task cost is by the model of each request. Everything else of it counts with each of its models.
    {
      ...buildGroupTable('model', byModel, ({ model }) => model, totals, [
        ['requests', ({ requests }) => formatCount(requests)],
      ]),
      ...(isShared ? { note: sharedNote } : {}),
    },
  ]
}

function explainNothingCounted(tasks: number): string {
  return tasks === 0
    ? 'No tasks yet. Open a folder of them with `dewpoint overview --open <folder>`.'
    : `None of ${formatCountWithNoun(tasks, 'task')} could be counted.`
}

function buildTotals(overview: LibraryOverview): Block {
  const { tasks, surveyed, childTasks, leftOutSamples, outdatedTasks, movedTasks } = overview
  const { copiedRequests, copiedUsd, countedSamples, totals } = overview
  const { messages, tokens, costUsd, condensations, condensedTasks, losslessTokens } = totals
  const counted = surveyed === tasks ? '' : `${formatCount(surveyed)} counted of `
  return buildFacts([
    [
      'tasks',
      `${counted}${formatCount(tasks)}${describeChildren(childTasks)}${describeSamples({ leftOutSamples, countedSamples })}`,
    ],
    outdatedTasks > 0 && [
      'as last read',
      `${formatCountWithNoun(outdatedTasks, 'task')}, gone or no longer readable`,
    ],
    movedTasks > 0 && ['moved', `${formatCountWithNoun(movedTasks, 'task')}, counted in the new place alone`],
    copiedRequests > 0 && [
      'repeated',
      `${formatCountWithNoun(copiedRequests, 'model call')} of forks and resumed sessions, ${formatUsd(copiedUsd)}, counted once`,
    ],
    ['messages', formatCount(messages)],
    ['tokens', formatCount(tokens)],
    ['recorded cost', `${formatUsd(costUsd)}${describeCostedTasks(totals)}`],
    [
      'condensed',
      `${formatCountWithNoun(condensations, 'time')} in ${formatCountWithNoun(condensedTasks, 'task')}`,
    ],
    ['cache breaks', describeCacheBreaks(overview.cacheBreaks)],
    [
      'lossless',
      `would leave ${formatCount(losslessTokens)} tokens and save ${formatShare(tokens - losslessTokens, tokens)}`,
    ],
  ])
}

/** What broken prompt caches cost, the dearest cause first. */
function describeCacheBreaks(byCause: LibraryOverview['cacheBreaks'] = {}): string {
  const causes = sortCausesByLoss(byCause)
  if (causes.length === 0) return ''
  const costs = causes.flatMap(({ costUsd }) => costUsd ?? [])
  const breaks = causes.reduce((sum, { n }) => sum + n, 0)
  const lost = costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
  const named = causes
    .slice(0, 3)
    .map(({ cause, costUsd }) => `${causeWords[cause].label} ${formatUsd(costUsd)}`)
  return `${formatUsd(lost)} lost in ${formatCountWithNoun(breaks, 'break')}: ${named.join(', ')}`
}

function describeCostedTasks({ tasks, costedTasks, unpricedRequests }: TaskSums): string {
  const some = `, in ${formatCount(costedTasks)} of ${formatCountWithNoun(tasks, 'task')}`
  return `${costedTasks === tasks || costedTasks === 0 ? '' : some}${formatUnpricedMark(unpricedRequests)}`
}

/** So that nobody takes them for tasks of the person, as which the Library and Home don't count them. */
const describeChildren = (childTasks: number): string =>
  childTasks === 0 ? '' : `, ${formatCountWithNoun(childTasks, 'child session')} among them`

function describeSamples({
  leftOutSamples,
  countedSamples,
}: Pick<LibraryOverview, 'leftOutSamples' | 'countedSamples'>): string {
  if (countedSamples > 1) return ', the samples that come with Dewpoint'
  if (countedSamples === 1) return ', the sample that comes with Dewpoint'
  if (leftOutSamples > 1) return `, without the ${formatCount(leftOutSamples)} samples`
  return leftOutSamples === 0 ? '' : ', without the sample'
}

function buildGroupTable<Group extends TaskSums>(
  title: string,
  all: readonly Group[],
  findName: (group: Group) => string | null,
  totals: TaskSums,
  extra: readonly (readonly [string, (group: Group) => string])[] = [],
): TableBlock {
  const extraTitles = extra.map(([own]) => own)
  return buildLimitedTable(
    [title, 'tasks', 'tokens', 'share', ...extraTitles, 'cost', 'condensed', 'lossless saves'],
    all.map((group) => [
      findName(group) ?? '(not recorded)',
      formatCount(group.tasks),
      formatCount(group.tokens),
      formatShare(group.tokens, totals.tokens),
      ...extra.map(([, formatExtra]) => formatExtra(group)),
      formatUsd(group.costUsd),
      formatCount(group.condensations),
      formatShare(group.tokens - group.losslessTokens, group.tokens),
    ]),
  )
}

/** The first rows of names with figures. */
function buildLimitedTable(
  [title, ...figures]: readonly [string, ...string[]],
  rows: readonly (readonly string[])[],
): TableBlock {
  const more = rows.length - mostRows
  const note = more > 0 ? `and ${formatCount(more)} more, which --json lists` : ''
  return buildTable([title, ...alignRight(figures)], rows.slice(0, mostRows), { note })
}

function formatShare(part: number, whole: number): string {
  return whole === 0 ? '' : formatPercent((100 * part) / whole)
}
