import { Link } from 'wouter'
import {
  formatInteger,
  formatLimitUsd,
  formatPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { partKinds, type PartKind } from '../../../../shared/kernel/part.ts'
import type { LibraryOverview } from '../../../../shared/library/types.ts'
import { buildKindColumnId } from '../../../lib/build-kind-column-id.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { BarRows, type BarRow } from '../../../ui/plots/bars.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import {
  cutPathToEnd,
  formatShort,
  formatMeanPerTask,
  computeSaving,
  formatShareOfWhole,
} from './overview-figures.ts'
import { dimensionLabels, type OverviewDimension, type OverviewGroup } from './overview-group.ts'

type GroupChartProps = {
  readonly dimension: OverviewDimension
  readonly groups: readonly OverviewGroup[]
}

const lower = (dimension: OverviewDimension): string => dimensionLabels[dimension].toLowerCase()

function buildNameColumn(
  dimension: OverviewDimension,
  filter: OverviewGroup['filter'] = {},
): TableColumn<OverviewGroup> {
  return {
    id: 'name',
    header: dimensionLabels[dimension],
    value: ({ name }) => name,
    cell: (group) => <Link href={routes.libraryTasks({ ...group.filter, ...filter })}>{group.name}</Link>,
  }
}

const severalModels = 'A task that used several models counts with each of them.'
const explainDimension = (dimension: OverviewDimension, note: string): string =>
  dimension === 'model' ? `${note} ${severalModels}` : note

const figure = buildFigureColumn<OverviewGroup>
const tasks = figure('tasks', 'Tasks', (group) => group.tasks)

function buildBarRow(group: OverviewGroup, figures: string, segments: BarRow['segments']): BarRow {
  return {
    id: group.value ?? '',
    label: cutPathToEnd(group.name),
    title: group.name,
    href: routes.libraryTasks(group.filter),
    segments,
    figures,
  }
}

/** Tokens of each group, and how many of them lossless would take away. */
export function GroupTokensChart({ dimension, groups }: GroupChartProps) {
  return (
    <ChartFrame
      title={`Tokens by ${lower(dimension)}`}
      note={explainDimension(
        dimension,
        'The hatched end of a bar is what lossless with its default settings would take away. A row opens its tasks.',
      )}
      columns={[
        buildNameColumn(dimension),
        tasks,
        figure('messages', 'Messages', (group) => group.messages),
        figure('tokens', 'Tokens', (group) => group.tokens),
        figure('saved', 'Saved by lossless, tok', (group) => computeSaving(group).tokens),
        figure('percent', 'Saved, %', (group) => computeSaving(group).percent, formatPercent),
      ]}
      rows={groups}
    >
      <BarRows
        label={`Tokens by ${lower(dimension)}`}
        formatTick={formatShort}
        unit="tok"
        legend={[
          { label: 'Left by lossless', color: 'var(--accent)' },
          { label: 'Saved by lossless', color: 'var(--fine)' },
        ]}
        rows={groups.map((group) => {
          const saving = computeSaving(group)
          return buildBarRow(
            group,
            `${formatTokens(group.tokens)} · ${formatPercent(saving.percent)} saved`,
            [
              { value: group.tokens - saving.tokens, color: 'var(--accent)' },
              { value: saving.tokens, color: 'var(--fine)' },
            ],
          )
        })}
      />
    </ChartFrame>
  )
}

/** How often the tasks of each group were condensed. */
export function GroupCondensationsChart({ dimension, groups }: GroupChartProps) {
  const filter = { condensed: 'yes' } as const
  const sorted = groups.toSorted((a, b) => b.condensations - a.condensations)
  const isAny = sorted.some(({ condensations }) => condensations > 0)
  return (
    <ChartFrame
      title={`Condensations by ${lower(dimension)}`}
      note={explainDimension(
        dimension,
        `Condensations that the agents recorded.${isAny ? ' A row opens the tasks that were condensed.' : ''}`,
      )}
      columns={[
        buildNameColumn(dimension, filter),
        tasks,
        figure('condensedTasks', 'Condensed tasks', (group) => group.condensedTasks),
        figure('condensations', 'Condensations', (group) => group.condensations),
        figure(
          'perTask',
          'Per task',
          (group) => (group.tasks === 0 ? null : group.condensations / group.tasks),
          (value) => value.toFixed(2),
        ),
      ]}
      rows={sorted}
    >
      <BarRows
        label={`Condensations by ${lower(dimension)}`}
        formatTick={(value) => (Number.isInteger(value) ? formatShort(value) : '')}
        unit="times"
        rows={sorted
          .filter(({ condensations }) => condensations > 0)
          .map((group) => ({
            ...buildBarRow(
              group,
              `${formatCountWithNoun(group.condensations, 'time')} in ${formatInteger(group.condensedTasks)} of ${formatCountWithNoun(group.tasks, 'task')}, ${formatMeanPerTask(group.condensations, group.tasks)} a task on average`,
              [{ value: group.condensations, color: 'var(--kind-summary)' }],
            ),
            href: routes.libraryTasks({ ...group.filter, ...filter }),
          }))}
      />
    </ChartFrame>
  )
}

/** What one costs on average: of a model a request, as the cost of a task may be shared out among several models. */
function buildPerUseColumn(dimension: OverviewDimension): TableColumn<OverviewGroup> {
  return dimension === 'model'
    ? figure(
        'perRequest',
        'A request, $',
        ({ requests, costUsd }) => computeKnownMean(costUsd, requests ?? 0),
        formatUsd,
      )
    : figure(
        'perTask',
        'A task, $',
        ({ costedTasks, costUsd }) => computeKnownMean(costUsd, costedTasks),
        formatUsd,
      )
}

const computeKnownMean = (sum: number | null, count: number): number | null =>
  sum === null || count === 0 ? null : sum / count

/** What the tasks of each group cost. */
export function GroupCostChart({ dimension, groups }: GroupChartProps) {
  const readCost = ({ costUsd }: OverviewGroup): number => costUsd ?? 0
  const sorted = groups.toSorted((a, b) => readCost(b) - readCost(a))
  const total = groups.reduce((sum, group) => sum + readCost(group), 0)
  return (
    <ChartFrame
      title={`Cost by ${lower(dimension)}`}
      note={
        dimension === 'model'
          ? 'What the agents recorded for the requests to each model, US dollars, and for the condensations while it was in use. Requests without a recorded cost add nothing.'
          : 'What the agents recorded, US dollars. Tasks without a recorded cost add nothing.'
      }
      columns={[
        buildNameColumn(dimension),
        tasks,
        ...(dimension === 'model' ? [figure('requests', 'Requests', (group) => group.requests)] : []),
        figure('cost', 'Cost, $', (group) => group.costUsd, formatUsd, undefined, 'recorded-cost'),
        buildPerUseColumn(dimension),
      ]}
      rows={sorted}
    >
      <BarRows
        label={`Cost by ${lower(dimension)}`}
        formatTick={formatLimitUsd}
        rows={sorted
          .filter((group) => readCost(group) > 0)
          .map((group) =>
            buildBarRow(
              group,
              `${formatUsd(group.costUsd)} · ${formatShareOfWhole(readCost(group), total)}`,
              [{ value: readCost(group), color: 'var(--kind-tool-call)' }],
            ),
          )}
      />
    </ChartFrame>
  )
}

type KindSum = { readonly kind: PartKind; readonly tokens: number; readonly share: string }

/** All tasks, those with the most tokens of the kind first. */
const buildKindHref = (kind: PartKind): string => routes.libraryTasks({}, buildKindColumnId(kind))

const columns: readonly TableColumn<KindSum>[] = [
  {
    id: 'kind',
    header: 'Kind',
    value: ({ kind }) => kindLooks[kind].label,
    cell: ({ kind }) => (
      <Link href={buildKindHref(kind)}>
        <KindBadge kind={kind} long />
      </Link>
    ),
  },
  buildFigureColumn('tokens', 'Tokens', ({ tokens }) => tokens),
  { id: 'share', header: 'Share', align: 'end', value: ({ share }) => share },
]

/** Where the tokens of the whole Library are, by kind of part. */
export function KindChart({ byKind }: Pick<LibraryOverview, 'byKind'>) {
  const total = Object.values(byKind).reduce((sum, tokens) => sum + tokens, 0)
  const sums = partKinds
    .map((kind): KindSum => {
      const tokens = byKind[kind] ?? 0
      return { kind, tokens, share: formatShareOfWhole(tokens, total) }
    })
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens)
  return (
    <ChartFrame
      title="Tokens by kind"
      note="The histories as they would be sent now, without system prompt and tools. A row opens the tasks with the most of that kind."
      columns={columns}
      rows={sums}
    >
      <BarRows
        label="Tokens by kind"
        formatTick={formatShort}
        unit="tok"
        rows={sums.map(({ kind, tokens, share }) => ({
          id: kind,
          label: <KindBadge kind={kind} long />,
          title: kindLooks[kind].label,
          href: buildKindHref(kind),
          segments: [{ value: tokens, color: kindLooks[kind].color }],
          figures: `${formatTokens(tokens)} · ${share}`,
        }))}
      />
    </ChartFrame>
  )
}
