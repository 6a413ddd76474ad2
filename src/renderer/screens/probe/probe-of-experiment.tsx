import type { ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import { mostProbedTasks } from '../../../shared/probe/probe-types.ts'
import { routes } from '../../lib/routes.ts'
import { ProbeButton } from './probe-button.tsx'
import { ProbePane } from './probe-pane.tsx'

type ProbeOfExperimentProps = {
  readonly experimentId: string
  readonly plan: Pick<ExperimentPlan, 'checkpoints' | 'file'>
  readonly isOpen: boolean
}

/**
 * Opens the probe of an experiment, for who wants to see whether its figures hold once the agents go on: its methods, in
 * each of its tasks that recorded a condensation, at the last one. Nothing where none did.
 */
export function ProbeOfExperiment({ experimentId, plan, isOpen }: ProbeOfExperimentProps) {
  const recorded = plan.checkpoints.filter(({ reason }) => reason === 'recorded')
  const taskIds = [...new Set(recorded.map(({ taskId }) => taskId))].slice(0, mostProbedTasks)
  if (taskIds.length === 0) return null
  const route = routes.experimentProbe(experimentId)
  const methods = plan.file.variants.flatMap(({ arm }) => arm ?? [])
  return (
    <ProbeButton
      title="Probe of this experiment"
      route={route}
      back={routes.experiment(experimentId)}
      isOpen={isOpen}
    >
      <ProbePane
        route={route}
        taskIds={taskIds}
        cuts={[]}
        usual={methods.length === 0 ? null : methods}
        isWaiting={false}
      />
    </ProbeButton>
  )
}
