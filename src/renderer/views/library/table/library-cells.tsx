import { Badge, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { routes } from '../../../lib/routes.ts'
import { shortNameOf } from '../../../lib/short-name-of.ts'
import { titleOf } from '../../../lib/title-of.ts'
import styles from './library-table.module.css'
import { stateOf } from './task-state.ts'

type TitleCellProps = {
  readonly task: TaskSummary
  /** Whether another task has the same title. */
  readonly isAmbiguous: boolean
}

/** The title as a way to the task, and what tells tasks of one title apart. */
export function TitleCell({ task, isAmbiguous }: TitleCellProps) {
  return (
    <span className={styles.titleCell} title={task.path || undefined}>
      <Link href={routes.task(task.id)} className={styles.title ?? ''} data-quiet={task.state !== 'read'}>
        {titleOf(task.title)}
      </Link>
      {task.isSample && (
        <Badge size="xs" variant="default" radius="sm" fw={500} tt="none" style={{ flexShrink: 0 }}>
          sample
        </Badge>
      )}
      {isAmbiguous && !task.isSample && task.path !== '' && (
        <span className={styles.folder}>{showControls(shortNameOf(task.path))}</span>
      )}
    </span>
  )
}

/** The main model without its vendor, and how many others there are; the tooltip names all in full. */
export function ModelCell({ models }: { readonly models: readonly string[] }) {
  const [main = '', ...others] = models
  return (
    <span className={styles.models} title={models.join('\n')}>
      <span className={styles.mainModel}>{showControls(main.split('/').at(-1) ?? main)}</span>
      {others.length > 0 && <span className={styles.otherModels}>{`+${others.length}`}</span>}
    </span>
  )
}

/** A figure; one that stands for files which have changed since is marked. */
export function FigureCell(props: { readonly text: string; readonly asLastRead: string | null }) {
  const { text, asLastRead } = props
  if (asLastRead === null || text === '') return text
  return (
    <span className={styles.outdated} title={asLastRead}>
      {text}
      <VisuallyHidden>, as last read</VisuallyHidden>
    </span>
  )
}

/** Anything but a task that was read without a problem. */
export function StateCell({ task }: { readonly task: TaskSummary }) {
  const { text, tone, about } = stateOf(task)
  return (
    <span className={styles.state} data-tone={tone} title={about ?? undefined}>
      {tone !== 'quiet' && <IconAlertTriangle size={12} aria-hidden />} {text}
    </span>
  )
}
