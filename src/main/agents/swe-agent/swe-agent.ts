import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import { findTrajectoryOutcome } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import { readNestedFields, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { omitZero, withSessionTotals } from '../session/session-totals.ts'
import { readProcessors } from './history-processors.ts'
import { readTrajectory } from './read-trajectory.ts'

/** A trajectory of SWE-agent. */
export const sweAgent: ImportFormat = {
  id: 'swe-agent',
  version: 3,
  label: 'SWE-agent trajectory',
  endings: ['.traj', '.json'],
  agent: 'swe-agent',
  recognises: ({ values: [value] }) => isRecord(value) && isTrajectory(value),
  read: async (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    const processors = readProcessors(object)
    const { remarks, ...session } = readTrajectory(object, processors)
    const task = buildSessionTask(source, {
      format: 'swe-agent',
      agent: 'swe-agent',
      session,
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: readWorkspace(object),
      relations: { parentId: null, childIds: [] },
      problems: remarks.map((reason) => ({ file: file.name, place: '', reason, severity: 'warning' })),
    })
    return {
      ...withSessionTotals(task, readSessionTotals(object)),
      ...(await findTrajectoryOutcome(source, object)),
      model: task.model ?? processors.model,
    }
  },
}

/** Sums over all calls; a demonstration that was replayed called nobody, and has 0 everywhere. */
function readSessionTotals(trajectory: Fields): SessionTotals {
  const stats = readNestedFields(readNestedFields(trajectory, 'info'), 'model_stats')
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
  const state = isRecord(step) ? step['state'] : null
  if (isRecord(state)) return toTextOrNull(state['working_dir'])
  if (typeof state !== 'string') return null
  try {
    const value: unknown = parseJson(state)
    return isRecord(value) ? toTextOrNull(value['working_dir']) : null
  } catch {
    return null
  }
}
