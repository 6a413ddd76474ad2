import type { ExperimentPlan } from '../../../../shared/domain/experiment.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { sizeOfPlan } from '../../../../shared/lib/size-of-plan.ts'
import { countOf } from '../../../lib/format.ts'
import styles from './experiment-editor.module.css'

/** What an experiment comes to: how many cells over how many tasks, and what is left out. */
export function PlanNote({ plan }: { readonly plan: ExperimentPlan }) {
  const { variants, checkpoints, notes } = plan
  const { tasks, cells } = sizeOfPlan(plan)
  return (
    <div className={styles.plan} role="status" aria-label="What it comes to">
      <p>
        {countOf(variants.length, 'variant')} × {countOf(checkpoints.length, 'checkpoint')} of{' '}
        {countOf(tasks, 'task')} = <strong>{countOf(cells, 'cell')}</strong>
        {variants.some(({ repeats }) => repeats > 1) && (
          <span className={styles.muted}>
            {' '}
            with {formatInteger(Math.max(...variants.map(({ repeats }) => repeats)))} repeats of what asks a
            model
          </span>
        )}
      </p>
      {notes.length > 0 && (
        <ul>
          {notes.map(({ where, message }, index) => (
            <li key={index}>
              <span className={styles.muted}>{showControls(where)}</span> {showControls(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
