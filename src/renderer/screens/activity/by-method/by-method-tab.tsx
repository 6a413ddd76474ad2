import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { MetricsReport } from '../../../../shared/activity/metrics-types.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { Split } from '../../../ui/components/split.tsx'
import type { ActivityRequest } from '../use-activity-filter.ts'
import { GroupDetails } from './group-details.tsx'
import { buildCopiedColumns, buildMethodColumns, type RunsOf } from './method-columns.tsx'

const mostFirst = { id: 'attempts', desc: true }

type ByMethodTabProps = { readonly report: MetricsReport; readonly request: ActivityRequest }

/** What is watched of each method: what it saved and kept, its time, what it cost, how it failed. */
export function ByMethodTab({ report, request }: ByMethodTabProps) {
  const [, navigate] = useLocation()
  const layout = useTableLayout('monitor', mostFirst)
  const split = useSplitLayout('monitor', 66)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const { by } = report
  const runsOf = useMemo(() => createRunsRoute({ ...request.input, by }), [request.input, by])
  const columns = useMemo(() => buildMethodColumns(by, runsOf), [by, runsOf])
  const selected = report.groups.find(({ id }) => id === selectedId) ?? null
  if (report.runs === 0) return <NothingMeasured request={request} />
  return (
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
        <GroupDetails report={report} group={selected} runsOf={runsOf} onShowAll={() => setSelectedId(null)}>
          <CopyTableButton columns={buildCopiedColumns(columns)} rows={report.groups} />
        </GroupDetails>
      }
    />
  )
}

function createRunsRoute(input: NonNullable<ActivityRequest['input']>): RunsOf {
  return (group, status, code) =>
    routes.runsBehind({
      name: group?.label ?? 'All methods',
      selection: {
        ...input,
        ...(group === null ? {} : { groupId: group.id }),
        ...(status === undefined ? {} : { status }),
        ...(code === undefined ? {} : { code }),
      },
    })
}

function NothingMeasured({ request }: { readonly request: ActivityRequest }) {
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
