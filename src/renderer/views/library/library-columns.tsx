import { Badge } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { shortNameOf } from '../../lib/short-name-of.ts'
import { titleOf } from '../../lib/title-of.ts'
import styles from './library-view.module.css'

const count = (value: number): string => (value === 0 ? '' : formatInteger(value))

/** The name without its vendor, which the tooltip keeps. */
function ModelName({ model }: { readonly model: string | null }) {
  return model === null ? '–' : <span title={model}>{model.split('/').at(-1)}</span>
}

/** What the Library says about a task. */
export const libraryColumns: readonly TableColumn<TaskSummary>[] = [
  {
    id: 'title',
    header: 'Title',
    value: (task) => task.title,
    cell: (task) => (
      <span className={styles.titleCell} title={task.path || undefined}>
        <Link href={routes.task(task.id)} className={styles.title ?? ''}>
          {titleOf(task.title)}
        </Link>
        {task.isSample && (
          <Badge size="xs" variant="default" radius="sm" fw={500} tt="none">
            sample
          </Badge>
        )}
        {!task.isSample && task.path !== '' && (
          <span className={styles.folder}>{showControls(shortNameOf(task.path))}</span>
        )}
      </span>
    ),
  },
  { id: 'agent', header: 'Agent', width: 64, value: (task) => task.agent, cell: (task) => task.agent || '–' },
  {
    id: 'model',
    header: 'Model',
    width: 148,
    value: (task) => task.model,
    cell: (task) => <ModelName model={task.model} />,
  },
  { id: 'era', header: 'Tools', width: 64, value: (task) => task.era },
  {
    id: 'messages',
    header: 'Messages',
    width: 84,
    align: 'end',
    value: (task) => task.messages,
    cell: (task) => formatInteger(task.messages),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    width: 92,
    align: 'end',
    value: (task) => task.tokens,
    cell: (task) =>
      task.tokens === null ? (
        <span title="Counted when the task is opened">–</span>
      ) : (
        formatInteger(task.tokens)
      ),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: 76,
    align: 'end',
    value: (task) => task.costUsd,
    cell: (task) => formatUsd(task.costUsd),
  },
  {
    id: 'condensations',
    header: 'Condensed',
    width: 90,
    align: 'end',
    value: (task) => task.condensations,
    cell: (task) => count(task.condensations),
  },
  {
    id: 'runs',
    header: 'Runs',
    width: 60,
    align: 'end',
    value: (task) => task.runs,
    cell: (task) => count(task.runs),
  },
  {
    id: 'problems',
    header: 'Problems',
    width: 84,
    align: 'end',
    value: (task) => task.problems,
    cell: (task) =>
      task.problems > 0 && (
        <span className={styles.problems}>
          <IconAlertTriangle size={12} aria-hidden /> {formatInteger(task.problems)}
        </span>
      ),
  },
  {
    id: 'activity',
    header: 'Last activity',
    width: 132,
    align: 'end',
    value: (task) => task.lastActivityTs,
    cell: (task) => formatTime(task.lastActivityTs),
  },
]

/** What is copied of the Library: its columns, and the path that tells tasks of one title apart. */
export const copiedColumns: readonly Pick<TableColumn<TaskSummary>, 'header' | 'value'>[] = [
  ...libraryColumns,
  { header: 'Path', value: (task) => task.path },
]
