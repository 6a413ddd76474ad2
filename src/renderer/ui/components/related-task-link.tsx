import { Link } from 'wouter'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import type { RelatedTask } from '../../../shared/library/task-types.ts'
import { routes, type TaskTab } from '../../lib/routes.ts'

type RelatedTaskLinkProps = {
  readonly task: RelatedTask
  /** The tab of it that is opened. */
  readonly tab: TaskTab
}

/** A task that another one names: a way to it where it is listed, else its id. */
export function RelatedTaskLink({ task: { id, taskId, title }, tab }: RelatedTaskLinkProps) {
  if (taskId === null) return <span>{`${showControls(id)}, which is not in the Library`}</span>
  return (
    <Link href={routes.task(taskId, tab)} title={showControls(id)}>
      {showControls(title ?? '') || showControls(id)}
    </Link>
  )
}
