import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useLastTask } from '../../../data/use-last-task.ts'
import { routes } from '../../../lib/routes.ts'
import { buildTaskChoices } from '../../../lib/tell-apart.ts'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { Bar } from '../../../ui/layout/layout.tsx'
import { byRole, buildModelChoices } from '../../condense/condense/model-choice.ts'
import type { RunOptions } from '../../condense/condense/run-options.ts'
import { PreviewPane } from '../../condense/preview/preview-pane.tsx'

type SmartPreviewProps = {
  /** Null while something does not fit. */
  readonly settings: Settings | null
  readonly request: RunRequest | null
  readonly options: RunOptions
  readonly change: (patch: Partial<RunOptions>) => void
  readonly preview: PreviewTask
}

/** What the passes would do to a task that is chosen here, down to which size, and by which model. */
export function SmartPreview(props: SmartPreviewProps) {
  const { request, options, change, preview } = props
  const { task, tasks, choose } = preview
  return (
    <PreviewPane request={request} obstacle={explainObstacle(props)}>
      {tasks !== undefined && task === null && (
        <Bar component="p" wrap align="flex-end" gap="sm md">
          <span>
            No task is open. <Link href={routes.library}>Open one in the Library</Link> to see what these
            passes would do.
          </span>
        </Bar>
      )}
      {task !== null && (
        <Bar wrap align="flex-end" gap="sm md">
          <Select
            label="Task"
            flex="2 1 160px"
            data={[...buildTaskChoices(tasks ?? [])]}
            value={task.id}
            allowDeselect={false}
            searchable={(tasks ?? []).length > 8}
            onChange={(id) => id !== null && choose(id)}
          />
          <FigureInput
            label="Target"
            unit="tok"
            width={110}
            placeholder="none"
            isWhole
            value={options.targetTokens}
            onChange={(tokens) =>
              change({ targetTokens: tokens !== null && tokens > 0 ? Math.round(tokens) : null })
            }
          />
          <ModelSelect options={options} change={change} />
        </Bar>
      )}
    </PreviewPane>
  )
}

function explainObstacle({ settings, preview }: SmartPreviewProps): string {
  return settings === null && preview.task !== null ? 'Some settings are not valid yet.' : ''
}

function ModelSelect({ options, change }: Pick<SmartPreviewProps, 'options' | 'change'>) {
  const { queries } = useEngine()
  const list = useQuery(queries.profiles.list.queryOptions()).data
  return (
    <Select
      label="Model"
      flex="1 1 150px"
      data={list === undefined ? [] : [...buildModelChoices(list)]}
      value={options.profileId ?? byRole}
      allowDeselect={false}
      onChange={(value) => value !== null && change({ profileId: value === byRole ? null : value })}
    />
  )
}

/** The task that the preview is about: the one that was seen last, or another that is chosen. */
export type PreviewTask = {
  /** Null where no task is open. `tasks` is undefined while they load. */
  readonly task: TaskSummary | null
  readonly tasks: readonly TaskSummary[] | undefined
  readonly choose: (taskId: string) => void
}

/** Finds the task to try settings on. */
export function usePreviewTask(): PreviewTask {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data
  const [remembered, choose] = useLastTask()
  return { task: tasks?.find(({ id }) => id === remembered) ?? tasks?.[0] ?? null, tasks, choose }
}
