import type { MoreTriggersEntry, ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'

/** The method whose trigger is changed: the agent that condenses idle sessions itself. */
const arm = 'claude-code'

/** A policy for each trigger that is asked for, behind one that goes by the size alone; none where none is asked for. */
export function buildTriggerPolicies({
  idle,
  taskStart,
  prepare,
}: MoreTriggersEntry): readonly ReplayPolicyEntry[] {
  const tried: readonly ReplayPolicyEntry[] = [
    ...(idle === undefined ? [] : [{ id: 'idle', arm, idle }]),
    ...(taskStart === undefined ? [] : [{ id: 'task-start', arm, taskStart }]),
    ...(prepare === undefined ? [] : [{ id: 'prepared', arm, prepare }]),
  ]
  return tried.length === 0 ? [] : [{ id: 'by-size', arm }, ...tried]
}
