import { Link } from 'wouter'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { routes } from '../../../lib/routes.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './cells-tab.module.css'

/** More than this are the same fault again. */
const mostShown = 50

/** What went wrong, cell by cell. */
export function FailedCells({ cells }: { readonly cells: readonly Cell[] }) {
  const { detail, names } = useExperiment()
  const titleOfTask = (checkpointId: string): string =>
    detail.plan.checkpoints.find(({ id }) => id === checkpointId)?.taskTitle ?? checkpointId
  return (
    <section className={styles.failures} aria-label="Failed cells">
      <h2 className={styles.heading}>What failed</h2>
      <ul>
        {cells.slice(0, mostShown).map((cell) => (
          <li key={cell.id}>
            <Link
              href={routes.experimentCell(detail.summary.id, {
                checkpointId: cell.checkpointId,
                variant: names.keyOf(cell.variantId),
                repeat: cell.repeat,
              })}
            >
              {names.nameOf(cell.variantId)} · {showControls(titleOfTask(cell.checkpointId))}
            </Link>{' '}
            <span className={styles.code}>{cell.error?.code}</span> {showControls(cell.error?.message ?? '')}
          </li>
        ))}
      </ul>
      {cells.length > mostShown && <p>and {cells.length - mostShown} more</p>}
    </section>
  )
}
