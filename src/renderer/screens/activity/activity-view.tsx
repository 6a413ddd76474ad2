import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Paid } from '../../../shared/activity/metrics-types.ts'
import { formatInteger, formatUsd } from '../../../shared/kernel/format-figures.ts'
import { describePerhapsPaid } from '../../../shared/kernel/words/perhaps-paid.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useMeasuring } from '../../data/use-measuring.ts'
import { readRunsSelection } from '../../lib/address/runs-selection.ts'
import { activityTabs, routes, type ActivityTab } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../ui/components/figure.tsx'
import { MeasuringNote } from '../../ui/components/measuring-note.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { TabLinks } from '../../ui/components/tab-links.tsx'
import { Toolbar } from '../../ui/components/toolbar.tsx'
import { Block } from '../../ui/layout/layout.tsx'
import { GoneFolders } from '../library/library/gone-folders.tsx'
import { ActivityControls } from './activity-controls.tsx'
import { ByMethodTab } from './by-method/by-method-tab.tsx'
import { ActivityTable } from './runs/activity-table.tsx'
import { SelectedRuns } from './runs/selected-runs.tsx'
import { useActivityFilter } from './use-activity-filter.ts'

const labels: Readonly<Record<ActivityTab, string>> = { runs: 'Everything', methods: 'By method' }

type ActivityViewProps = {
  readonly tab: ActivityTab
  /** The runs behind a figure, as the address names them; null for all. */
  readonly selection: string | null
}

/** Everything that ran and what it cost: runs and experiments one by one, or what is watched of each method. */
export function ActivityView({ tab, selection }: ActivityViewProps) {
  const { queries } = useEngine()
  const request = useActivityFilter()
  const { input } = request
  const report = useQuery({
    ...queries.metrics.report.queryOptions({ input: input ?? {} }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const measuring = useMeasuring({
    taskId: input?.taskId,
    sinceTs: input?.sinceTs,
    runs: report.data?.total.attempts ?? 0,
  })
  const chosen = readRunsSelection(selection)
  return (
    <>
      <Toolbar title="Activity">
        <TabLinks
          label="Activity"
          tabs={activityTabs}
          current={tab}
          labels={labels}
          buildHref={(name) => routes.activityTab(name)}
          isLarge
        />
        <Toolbar.Spring />
        <MeasuringNote progress={measuring} />
        {chosen === null && <ActivityControls {...request} isGrouped={tab === 'methods'} />}
      </Toolbar>
      <GoneFolders />
      {report.isError && (
        <ErrorPanel problem={toProblem(report.error)} onRetry={() => void report.refetch()} />
      )}
      {report.data === undefined ? (
        report.isPending && <SkeletonRows label="Loading figures" />
      ) : (
        <>
          <Spending paid={report.data.paid} isNarrowed={request.isNarrowed} />
          {chosen !== null ? (
            <SelectedRuns selection={chosen} />
          ) : tab === 'methods' ? (
            <ByMethodTab key={report.data.by} report={report.data} request={request} />
          ) : (
            <ActivityTable
              {...(input?.taskId === undefined ? {} : { taskId: input.taskId })}
              sinceTs={input?.sinceTs}
              hasExperiments
            />
          )}
        </>
      )}
    </>
  )
}

type SpendingProps = {
  readonly paid: Paid
  /** Whether it is of one task or of a while. */
  readonly isNarrowed: boolean
}

/** What was paid in all and for what, what of it today, and what stands in the way of more. */
function Spending({ paid, isNarrowed }: SpendingProps) {
  const { queries } = useEngine()
  const today = useQuery(queries.policy.spendingToday.queryOptions()).data
  const alertUsd = useQuery(queries.policy.get.queryOptions()).data?.alertCostUsd
  const runs = useQuery(queries.runs.list.queryOptions({ input: {} })).data ?? []
  const dear =
    alertUsd === undefined ? 0 : runs.filter(({ outcome }) => (outcome?.stats.costUsd ?? 0) > alertUsd).length
  const limitUsd = today?.limitUsd ?? null
  const isOver = today !== undefined && limitUsd !== null && today.spentUsd + today.reservedUsd >= limitUsd
  const { totalUsd, runsUsd, experimentsUsd, otherUsd, calls, perhapsPaid } = paid
  return (
    <Block component="section" py="sm" px="md" line="bottom" flex="none" aria-label="Spending">
      <Figures>
        <Figure
          label="Actually paid"
          value={formatUsd(totalUsd)}
          note={`For ${formatInteger(calls)} calls to models${isNarrowed ? ', of what is chosen here' : ', removed runs included'}${describePerhapsPaid(perhapsPaid)}`}
        />
        <Figure label="Experiments" value={formatUsd(experimentsUsd)} note="Of what was paid" />
        <Figure label="Runs" value={formatUsd(runsUsd)} note="Of what was paid" />
        <Figure label="Replays and tests" value={formatUsd(otherUsd)} note="Of what was paid" />
        {today !== undefined && (
          <Figure
            label="Today"
            value={`${formatUsd(today.spentUsd)}${limitUsd === null ? '' : ` of ${formatUsd(limitUsd)}`}`}
            note={isOver ? 'The limit of the day is reached: no call is made' : 'Of all tasks'}
            tone={isOver ? 'bad' : 'plain'}
          />
        )}
        {alertUsd !== undefined && dear > 0 && (
          <Figure
            label={`Runs above ${formatUsd(alertUsd)}`}
            about="cost"
            value={formatInteger(dear)}
            note="From which on the policy gives an alert"
            tone="bad"
          />
        )}
      </Figures>
    </Block>
  )
}
