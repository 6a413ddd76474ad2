import type { ExperimentStatus } from '../../../../shared/domain/experiment.ts'
import { useExperiment } from '../experiment-context.ts'
import { EndedEarly } from './ended-early.tsx'
import { RunProgress } from './run-progress.tsx'

const isUnfinished: Readonly<Record<ExperimentStatus, boolean>> = {
  running: false,
  finished: false,
  stopped: true,
  cancelled: true,
  interrupted: true,
  failed: true,
}

/** How far it is while it runs; and afterwards what is missing, where something is. */
export function RunState() {
  const { status, cells } = useExperiment().detail.summary
  if (status === 'running') return <RunProgress />
  return isUnfinished[status] || cells.failed > 0 ? <EndedEarly /> : null
}
