import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { routes } from '../../lib/routes.ts'
import { useKeptByMethods } from '../condensations/use-kept-by-methods.ts'
import { pickProbeMethods } from './pick-probe-methods.ts'
import { ProbeButton } from './probe-button.tsx'
import { ProbePane } from './probe-pane.tsx'

type ProbeOfCondensationProps = {
  readonly task: Pick<TaskSummary, 'id'>
  readonly one: Pick<Autopsied, 'n' | 'missing'>
  readonly isOpen: boolean
}

/** Opens the probe of a recorded condensation. */
export function ProbeOfCondensation({ task, one, isOpen }: ProbeOfCondensationProps) {
  const { n, missing } = one
  return (
    <ProbeButton
      title={`Probe of condensation ${n}`}
      route={routes.probe(task.id, n)}
      back={routes.condensation(task.id, n)}
      isOpen={isOpen}
    >
      <ProbeWithKept taskId={task.id} n={n} isKeptKnown={missing.length > 0} />
    </ProbeButton>
  )
}

type ProbeWithKeptProps = {
  readonly taskId: string
  readonly n: number
  /** Whether the page tells what methods would have kept. */
  readonly isKeptKnown: boolean
}

/** It begins with the methods that would have kept most, once these are known. */
function ProbeWithKept({ taskId, n, isKeptKnown }: ProbeWithKeptProps) {
  const { kept, error } = useKeptByMethods(taskId, n, isKeptKnown)
  return (
    <ProbePane
      route={routes.probe(taskId, n)}
      taskIds={[taskId]}
      cuts={[{ recorded: n }]}
      usual={kept === undefined ? null : pickProbeMethods(kept, [])}
      isWaiting={isKeptKnown && kept === undefined && error === null}
    />
  )
}
