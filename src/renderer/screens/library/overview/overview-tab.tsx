import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Link } from 'wouter'
import { formatInteger, formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import type { LibraryOverview, TaskSums } from '../../../../shared/library/types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { formatTokens, formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Columns, Lead, Note, Scroll } from '../../../ui/layout/layout.tsx'
import { BarRows } from '../../../ui/plots/bars.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { OpenFolderContext } from '../library/open-folder-context.ts'
import { BreaksChart } from './breaks-chart.tsx'
import { describeBasis } from './describe-basis.ts'
import { GroupCondensationsChart, GroupCostChart, GroupTokensChart, KindChart } from './overview-charts.tsx'
import {
  formatRecordedCost,
  computeSaving,
  describeCacheLoss,
  describeWhereTokensGo,
  cutPathToEnd,
  formatShort,
  queryOfTool,
} from './overview-figures.ts'
import { dimensionLabels, overviewDimensionSchema, buildOverviewGroups } from './overview-group.ts'

type ToolSum = LibraryOverview['byTool'][number]

const columns: readonly TableColumn<ToolSum>[] = [
  {
    id: 'tool',
    header: 'Tool',
    value: ({ tool }) => tool,
    cell: ({ tool }) => <Link href={routes.librarySearch(queryOfTool(tool), {})}>{showControls(tool)}</Link>,
  },
  buildFigureColumn('tasks', 'Tasks', ({ tasks }) => tasks),
  buildFigureColumn('calls', 'Calls', ({ calls }) => calls),
  buildFigureColumn('callTokens', 'Tokens of calls', ({ callTokens }) => callTokens),
  buildFigureColumn('resultTokens', 'Tokens of results', ({ resultTokens }) => resultTokens),
]

/** Milliseconds between looks while there are tasks that are not surveyed yet. */
const lookAgainMs = 3000

/** Where the tokens and the money of the whole Library go, and what lossless would save. */
export function OverviewTab() {
  const { queries } = useEngine()
  const overview = useQuery(
    queries.library.overview.queryOptions({
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && data.surveyed < data.tasks ? lookAgainMs : false,
    }),
  )
  if (overview.data === undefined)
    return overview.isError ? (
      <ErrorPanel problem={toProblem(overview.error)} onRetry={() => void overview.refetch()} />
    ) : (
      <SkeletonRows label="Loading figures" />
    )
  return (
    <Scroll tabIndex={0} role="region" aria-label="Overview">
      {overview.isError && (
        <ErrorPanel problem={toProblem(overview.error)} onRetry={() => void overview.refetch()} />
      )}
      <OverviewContent overview={overview.data} />
    </Scroll>
  )
}

function OverviewContent({ overview }: { readonly overview: LibraryOverview }) {
  const [dimension, setDimension] = usePreference('overview.by', overviewDimensionSchema, 'workspace')
  if (overview.surveyed === 0) return <NothingSurveyed tasks={overview.tasks} />
  const groups = buildOverviewGroups(overview, dimension)
  return (
    <>
      <Lead>{describeWhereTokensGo(overview)}</Lead>
      <OverviewTotals overview={overview} />
      <Note pb="sm" px="md" line="bottom" role="status">
        {describeBasis(overview)}
      </Note>
      <Columns min={560}>
        <KindChart byKind={overview.byKind} />
        <ToolChart byTool={overview.byTool} />
        {overview.cacheBreaks !== undefined && <BreaksChart breaks={overview.cacheBreaks} />}
      </Columns>
      <Block pt="md" pb="xs" px="md" line="top">
        <SegmentedControl
          aria-label="Sums by"
          data={overviewDimensionSchema.options.map((by) => ({
            value: by,
            label: `By ${dimensionLabels[by].toLowerCase()}`,
          }))}
          value={dimension}
          onChange={(by) => setDimension(overviewDimensionSchema.parse(by))}
        />
      </Block>
      <Columns min={560}>
        <GroupTokensChart key={`tokens-${dimension}`} dimension={dimension} groups={groups} />
        <GroupCondensationsChart key={`condensations-${dimension}`} dimension={dimension} groups={groups} />
        <GroupCostChart key={`cost-${dimension}`} dimension={dimension} groups={groups} />
      </Columns>
    </>
  )
}

function NothingSurveyed({ tasks }: { readonly tasks: number }) {
  const openFolder = use(OpenFolderContext)
  return tasks === 0 ? (
    <EmptyPanel action={<Button onClick={openFolder}>Open folder</Button>}>
      No task is open yet. Open the task folder of an agent, or a folder of them.
    </EmptyPanel>
  ) : (
    <EmptyPanel>Tasks are being counted. The first figures come with the first task.</EmptyPanel>
  )
}

function buildCostNote({ tasks, costedTasks }: TaskSums): { readonly note?: string } {
  return costedTasks === 0 && tasks > 0 ? { note: 'No task recorded what it cost' } : {}
}

/** The Library in a line of figures. */
function OverviewTotals({ overview: { totals, cacheBreaks } }: { readonly overview: LibraryOverview }) {
  const saving = computeSaving(totals)
  const lost = describeCacheLoss(cacheBreaks)
  return (
    <Block component="section" py="sm" px="md" aria-label="Totals">
      <Figures>
        <Figure label="Tasks" value={formatInteger(totals.tasks)} />
        <Figure label="Messages" value={formatInteger(totals.messages)} />
        <Figure label="Tokens" value={formatTokens(totals.tokens)} />
        <Figure label="Recorded cost" value={formatRecordedCost(totals)} {...buildCostNote(totals)} />
        <Figure
          label="Condensations"
          value={`${formatInteger(totals.condensations)} in ${formatCountWithNoun(totals.condensedTasks, 'task')}`}
        />
        {lost !== null && <Figure label="Lost to cache breaks" {...lost} />}
        <Figure
          label="Lossless would save"
          value={`${formatTokens(saving.tokens)} · ${formatPercent(saving.percent)}`}
          note="With its default settings, on the histories as they would be sent now"
        />
      </Figures>
    </Block>
  )
}

/** Tokens that calls of each tool and their results take. */
function ToolChart({ byTool }: Pick<LibraryOverview, 'byTool'>) {
  return (
    <ChartFrame
      title="Tokens by tool"
      note="Calls and their results. A row opens the messages that name the tool."
      columns={columns}
      rows={byTool}
    >
      <BarRows
        label="Tokens by tool"
        formatTick={formatShort}
        unit="tok"
        legend={[
          { label: 'Results', color: 'var(--kind-tool-result)' },
          { label: 'Calls', color: 'var(--kind-tool-call)' },
        ]}
        rows={byTool.map(({ tool, calls, callTokens, resultTokens }) => ({
          id: tool,
          label: cutPathToEnd(showControls(tool)),
          title: tool,
          href: routes.librarySearch(queryOfTool(tool), {}),
          segments: [
            { value: resultTokens, color: 'var(--kind-tool-result)' },
            { value: callTokens, color: 'var(--kind-tool-call)' },
          ],
          figures: `${formatTokens(callTokens + resultTokens)} · ${formatCountWithNoun(calls, 'call')}`,
        }))}
      />
    </ChartFrame>
  )
}
