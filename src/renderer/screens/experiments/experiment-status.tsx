import type { ExperimentStatus } from '../../../shared/experiments/experiment-types.ts'
import styles from './experiment-status.module.css'

const looks: Readonly<Record<ExperimentStatus, { readonly tone: string; readonly label: string }>> = {
  running: { tone: 'busy', label: 'running' },
  finished: { tone: 'good', label: 'finished' },
  stopped: { tone: 'caution', label: 'stopped by its budget' },
  cancelled: { tone: 'plain', label: 'cancelled' },
  interrupted: { tone: 'caution', label: 'interrupted' },
  failed: { tone: 'bad', label: 'failed' },
}

/** The word for a status. */
export function pickStatusWord(status: ExperimentStatus): string {
  return looks[status].label
}

/** How an experiment stands, as a word with its colour. */
export function ExperimentStatusWord({ status }: { readonly status: ExperimentStatus }) {
  return (
    <span className={styles.status} data-tone={looks[status].tone}>
      {looks[status].label}
    </span>
  )
}
