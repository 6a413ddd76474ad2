import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { qualityLabels, qualityNotes } from '../../../../shared/activity/metric-words.ts'
import type { MetricsReport, Spread } from '../../../../shared/activity/metrics-types.ts'
import { formatInteger, formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useMeasuring } from '../../../data/use-measuring.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { MeasuringNote } from '../../../ui/components/measuring-note.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block } from '../../../ui/layout/layout.tsx'
import { GoneFolders } from '../../library/library/gone-folders.tsx'
import { formatTotalCost } from './format-total-cost.ts'
import { GroupDetails } from './group-details.tsx'
import { buildCopiedColumns, monitorColumns, type RunsOf } from './monitor-columns.tsx'
import { MonitorControls } from './monitor-controls.tsx'
import { useMonitorFilter, type MonitorRequest } from './use-monitor-filter.ts'

const share = (spread: Spread | null): string =>
  formatKnownPercent(spread === null ? null : 100 * spread.mean)

const formatKnownPercent = (value: number | null): string => (value === null ? '–' : formatPercent(value))

const mostFirst = { id: 'attempts', desc: true }
const noGroups: MetricsReport['groups'] = []

/** What all stored runs measured: by provider, preset, profile or prompt. */
export function MonitorView() {
  const { queries } = useEngine()
  const request = useMonitorFilter()
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
  const by = report.data?.by ?? request.filter.by
  const runsOf = useMemo(() => createRunsRoute({ ...input, by }), [input, by])
  const columns = useMemo(() => monitorColumns(by, runsOf), [by, runsOf])
  return (
    <>
      <Toolbar title="Monitor">
        <MonitorControls {...request} />
        <Toolbar.Spring />
        <MeasuringNote progress={measuring} />
        <CopyTableButton columns={buildCopiedColumns(columns)} rows={report.data?.groups ?? noGroups} />
      </Toolbar>
      <GoneFolders />
      {report.isError && (
        <ErrorPanel problem={toProblem(report.error)} onRetry={() => void report.refetch()} />
      )}
      {report.isPending && <SkeletonRows label="Loading figures" />}
      {report.data !== undefined && !report.isError && (
        <Measured key={by} report={report.data} request={request} columns={columns} runsOf={runsOf} />
      )}
    </>
  )
}

function createRunsRoute(input: NonNullable<MonitorRequest['input']>): RunsOf {
  return (group, status, code) =>
    routes.runsBehind({
      name: group?.label ?? 'All groups',
      selection: {
        ...input,
        ...(group === null ? {} : { groupId: group.id }),
        ...(status === undefined ? {} : { status }),
        ...(code === undefined ? {} : { code }),
      },
    })
}

type MeasuredProps = {
  readonly report: MetricsReport
  readonly request: MonitorRequest
  readonly columns: ReturnType<typeof monitorColumns>
  readonly runsOf: RunsOf
}

function Measured({ report, request, columns, runsOf }: MeasuredProps) {
  const [, navigate] = useLocation()
  const layout = useTableLayout('monitor', mostFirst)
  const split = useSplitLayout('monitor', 66)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selected = report.groups.find(({ id }) => id === selectedId) ?? null
  if (report.runs === 0) return <NothingMeasured request={request} />
  return (
    <>
      <MonitorTotals report={report} />
      <Split
        id="monitor"
        direction="vertical"
        {...split}
        label="Height of the table"
        first={
          <DataTable
            label="Figures"
            rows={report.groups}
            columns={columns}
            rowId={({ id }) => id}
            {...layout}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={(group) => navigate(runsOf(group))}
          />
        }
        second={
          <GroupDetails
            report={report}
            group={selected}
            runsOf={runsOf}
            onShowAll={() => setSelectedId(null)}
          />
        }
      />
    </>
  )
}

function NothingMeasured({ request }: { readonly request: MonitorRequest }) {
  const [, navigate] = useLocation()
  const { filter, setFilter, isNarrowed } = request
  return isNarrowed ? (
    <EmptyPanel
      action={
        <Button variant="default" onClick={() => setFilter({ ...filter, taskId: null, span: 'all' })}>
          Show all runs
        </Button>
      }
    >
      No runs on this task in this period.
    </EmptyPanel>
  ) : (
    <EmptyPanel action={<Button onClick={() => navigate(routes.library)}>Go to the Library</Button>}>
      Nothing is measured yet. Open a task and condense it. Every run counts here.
    </EmptyPanel>
  )
}

/** The figures over all groups, in a line. */
function MonitorTotals({ report: { runs, total } }: { readonly report: MetricsReport }) {
  const { attempts, tokensSaved, reductionPercent, failurePercent, insufficientPercent } = total
  return (
    <Block component="section" py="sm" px="md" line="bottom" flex="none" aria-label="All runs">
      <Figures>
        <Figure label="Runs" value={formatInteger(runs)} />
        <Figure
          label="Attempts"
          value={formatInteger(attempts)}
          note="Each provider that a run tried and that ended by itself. Fallbacks count separately"
        />
        <Figure label="Reduction (median)" value={formatKnownPercent(reductionPercent?.median ?? null)} />
        <Figure
          label={qualityLabels.survival}
          value={share(total.survival)}
          note={`${qualityNotes.survival}, mean over results`}
        />
        <Figure
          label={qualityLabels.continuationRecall}
          value={share(total.continuationRecall)}
          note={`${qualityNotes.continuationRecall}, mean over results of tasks that went on`}
        />
        <Figure label="Saved" value={formatTokens(tokensSaved)} note="By the results that runs ended with" />
        <Figure label="Total cost" value={formatTotalCost(total)} note="Failed and cancelled runs included" />
        <Figure label="Failed" value={formatKnownPercent(failurePercent)} note="Of all attempts" />
        <Figure
          label="Too little"
          value={formatKnownPercent(insufficientPercent)}
          note="Results that saved less than the minimum gain, of all results"
        />
      </Figures>
    </Block>
  )
}
