import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { LibraryOverview } from '../../../shared/domain/library.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { OpenFolderContext } from '../library/open-folder-context.ts'
import { GroupCondensationsChart, GroupCostChart, GroupTokensChart } from './group-charts.tsx'
import { basisOf } from './basis-of.ts'
import { KindChart } from './kind-chart.tsx'
import { dimensionLabels, overviewDimensionSchema, overviewGroups } from './overview-group.ts'
import styles from './overview-tab.module.css'
import { OverviewTotals } from './overview-totals.tsx'
import { ToolChart } from './tool-chart.tsx'

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
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Overview">
      {overview.isError && (
        <ErrorPanel problem={toProblem(overview.error)} onRetry={() => void overview.refetch()} />
      )}
      <OverviewContent overview={overview.data} />
    </div>
  )
}

function OverviewContent({ overview }: { readonly overview: LibraryOverview }) {
  const [dimension, setDimension] = usePreference('overview.by', overviewDimensionSchema, 'workspace')
  if (overview.surveyed === 0) return <NothingSurveyed tasks={overview.tasks} />
  const groups = overviewGroups(overview, dimension)
  return (
    <>
      <OverviewTotals overview={overview} />
      <p className={styles.basis} role="status">
        {basisOf(overview)}
      </p>
      <div className={styles.charts}>
        <KindChart byKind={overview.byKind} />
        <ToolChart byTool={overview.byTool} />
      </div>
      <div className={styles.dimension}>
        <SegmentedControl
          aria-label="Sums by"
          data={overviewDimensionSchema.options.map((by) => ({
            value: by,
            label: `By ${dimensionLabels[by].toLowerCase()}`,
          }))}
          value={dimension}
          onChange={(by) => setDimension(overviewDimensionSchema.parse(by))}
        />
      </div>
      <div className={styles.charts}>
        <GroupTokensChart key={`tokens-${dimension}`} dimension={dimension} groups={groups} />
        <GroupCondensationsChart key={`condensations-${dimension}`} dimension={dimension} groups={groups} />
        <GroupCostChart key={`cost-${dimension}`} dimension={dimension} groups={groups} />
      </div>
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
    <EmptyPanel>Tasks are being counted; the first figures come with the first task.</EmptyPanel>
  )
}
