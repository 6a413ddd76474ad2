import type { TaskFormat } from '../../shared/library/task-types.ts'
import type { Agent } from './agent.ts'
import { agents } from './agents.ts'

/** An agent whose sessions can be written. */
export type WritingAgent = Agent & Required<Pick<Agent, 'writer'>>

/** Every agent that goes on with a session that was written for it; take-home offers these. */
export const writingAgents: readonly WritingAgent[] = agents.filter(
  (agent): agent is WritingAgent => agent.writer !== undefined,
)

/** The agent that a format is of; undefined where none reads it any more. */
export function findAgent(format: TaskFormat | null): Agent | undefined {
  return agents.find(({ id }) => id === format)
}

/** The agent that goes on with a copy of a task; null where none does. */
export function findWritingAgent(task: {
  readonly format: TaskFormat | null
  readonly agent: string | null
}): WritingAgent | null {
  const found = writingAgents.find(({ id }) => id === task.format)
  return found?.writer.refuses?.includes(task.agent ?? '') === true ? null : (found ?? null)
}
