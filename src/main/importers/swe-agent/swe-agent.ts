import { outcomeOfTrajectory } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { sessionTask } from '../session/session-task.ts'
import { unlessZero, withSessionTotals } from '../session/session-totals.ts'
import type { SessionTotals } from '../../../shared/domain/usage.ts'
import { processorsOf } from './history-processors.ts'
import { readTrajectory } from './read-trajectory.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

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
    const processors = processorsOf(object)
    const { remarks, ...session } = readTrajectory(object, processors)
    const task = sessionTask(source, {
      format: 'swe-agent',
      agent: 'swe-agent',
      session,
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: workspaceOf(object),
      relations: { parentId: null, childIds: [] },
      problems: remarks.map((reason) => ({ file: file.name, place: '', reason, severity: 'warning' })),
    })
    return {
      ...withSessionTotals(task, totalsOf(object)),
      ...(await outcomeOfTrajectory(source, object)),
      model: task.model ?? processors.model,
    }
  },
}

/** Sums over all calls; a demonstration that was replayed called nobody, and has 0 everywhere. */
function totalsOf(trajectory: Fields): SessionTotals {
  const stats = fieldsAt(fieldsAt(trajectory, 'info'), 'model_stats')
  const figure = (name: string): number | undefined => unlessZero(numberOf(stats[name]))
  return {
    costUsd: figure('instance_cost'),
    requests: figure('api_calls'),
    tokensIn: figure('tokens_sent'),
    tokensOut: figure('tokens_received'),
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
function workspaceOf({ trajectory }: Fields): string | null {
  const step: unknown = Array.isArray(trajectory) ? trajectory[0] : null
  const state = isRecord(step) ? step['state'] : null
  if (isRecord(state)) return textOf(state['working_dir'])
  if (typeof state !== 'string') return null
  try {
    const value: unknown = parseJson(state)
    return isRecord(value) ? textOf(value['working_dir']) : null
  } catch {
    return null
  }
}
