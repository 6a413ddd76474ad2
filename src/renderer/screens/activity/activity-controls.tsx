import { SegmentedControl, Select } from '@mantine/core'
import { metricsGroupings, type MetricsGrouping } from '../../../shared/activity/metrics-types.ts'
import { buildTaskChoices } from '../../lib/tell-apart.ts'
import { spans, type ActivityRequest, type Span } from './use-activity-filter.ts'

/** What a group of runs is, as a heading. */
export const groupingLabels: Readonly<Record<MetricsGrouping, string>> = {
  provider: 'Method',
  preset: 'Preset',
  profile: 'Model',
  prompt: 'Prompt',
  arm: 'A/B arm',
}

const spanLabels: Readonly<Record<Span, string>> = {
  all: 'All time',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
}
const spanNames: readonly Span[] = ['all', 'day', 'week', 'month']
const allTasks = 'all tasks'

/** What runs are grouped by, and which of them count. */
export function ActivityControls({
  filter,
  setFilter,
  tasks,
  isGrouped,
}: ActivityRequest & { readonly isGrouped: boolean }) {
  return (
    <>
      {isGrouped && (
        <SegmentedControl
          aria-label="Group by"
          data={metricsGroupings.map((by) => ({ value: by, label: groupingLabels[by] }))}
          value={filter.by}
          onChange={(value) =>
            setFilter({ ...filter, by: metricsGroupings.find((by) => by === value) ?? filter.by })
          }
        />
      )}
      <Select
        aria-label="Task"
        w={200}
        searchable
        allowDeselect={false}
        data={[{ value: allTasks, label: 'All tasks' }, ...buildTaskChoices(tasks)]}
        value={filter.taskId ?? allTasks}
        onChange={(value) => setFilter({ ...filter, taskId: value === allTasks ? null : value })}
      />
      <Select
        aria-label="Time"
        w={140}
        allowDeselect={false}
        data={spanNames.map((span) => ({ value: span, label: spanLabels[span] }))}
        value={filter.span}
        onChange={(value) =>
          setFilter({ ...filter, span: spanNames.find((span) => span === value && span in spans) ?? 'all' })
        }
      />
    </>
  )
}
