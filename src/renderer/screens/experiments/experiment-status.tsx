import type { ExperimentStatus } from '../../../shared/experiments/experiment-types.ts'

const looks: Readonly<Record<ExperimentStatus, { readonly tone: string; readonly label: string }>> = {
  running: { tone: 'busy', label: 'running' },
  finished: { tone: 'good', label: 'finished' },
  stopped: { tone: 'caution', label: 'stopped by its budget' },
  cancelled: { tone: 'muted', label: 'cancelled' },
  interrupted: { tone: 'caution', label: 'interrupted' },
  failed: { tone: 'bad', label: 'failed' },
}

/** The word for a status. */
export function pickStatusWord(status: ExperimentStatus): string {
  return looks[status].label
}

/** How an experiment stands, as a word with its colour. */
export function ExperimentStatusWord({ status }: { readonly status: ExperimentStatus }) {
  return <span data-tone={looks[status].tone}>{looks[status].label}</span>
}
