import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import type { Agent } from '../agent.ts'
import { findTrajectoryOutcome } from '../details/task-outcome.ts'
import {
  isRecord,
  parseFields,
  omitZero,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { readObject } from '../json/read-object.ts'
import { readProcessors } from './history-processors.ts'
import { readTrajectory } from './read-trajectory.ts'

/** A trajectory of SWE-agent. */
export const sweAgent: Agent = {
  id: 'swe-agent',
  version: 3,
  name: 'SWE-agent',
  label: 'SWE-agent trajectory',
  endings: ['.traj', '.json'],
  agent: 'swe-agent',
  recognises: ({ values: [value] }) => isRecord(value) && isTrajectory(value),
  readSession: async (source) => {
    const { object, problems } = readObject(source, source.only())
    const processors = readProcessors(object)
    return {
      ...readTrajectory(object, processors),
      workspace: readWorkspace(object),
      usualModel: processors.model,
      totals: readSessionTotals(object),
      outcome: await findTrajectoryOutcome(source, object),
      problems: problems.slice(0, 1),
    }
  },
}

/** Sums over all calls; a demonstration that was replayed called nobody, and has 0 everywhere. */
function readSessionTotals(trajectory: Fields): SessionTotals {
  const stats = readNestedFields(trajectory, 'info', 'model_stats')
  const readFigure = (name: string): number | undefined => omitZero(toNumberOrNull(stats[name]))
  return {
    costUsd: readFigure('instance_cost'),
    requests: readFigure('api_calls'),
    tokensIn: readFigure('tokens_sent'),
    tokensOut: readFigure('tokens_received'),
  }
}

function isTrajectory({ trajectory, history, info }: Fields): boolean {
  if (!Array.isArray(trajectory)) return false
  const step: unknown = trajectory[0]
  return isRecord(step)
    ? typeof step['action'] === 'string' && typeof step['observation'] === 'string'
    : Array.isArray(history) && isRecord(info)
}

/** The folder that the first step worked in; older versions wrote the state as JSON. */
function readWorkspace({ trajectory }: Fields): string | null {
  const step: unknown = Array.isArray(trajectory) ? trajectory[0] : null
  return isRecord(step) ? toTextOrNull(parseFields(step['state'])['working_dir']) : null
}
