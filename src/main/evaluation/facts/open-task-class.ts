import type { Part } from '../../../shared/domain/part.ts'
import { callInput } from '../../engine/facts/call-input.ts'
import { findOpenTasks } from '../../engine/facts/find-open-tasks.ts'
import { firstLine } from './command-class.ts'
import type { FactClass } from './fact-class.ts'

/** Items of the agent's last to-do list that are not done, of every agent that keeps one in a tool call. */
export const openTaskClass: FactClass = {
  id: 'open-task',
  label: 'Open tasks',
  isFounder: () => true,
  phrases: (parts) => {
    const marked = findOpenTasks(parts).map((item) => item.replace(/ \(in progress\)$/, ''))
    return marked.length > 0 ? marked : listedItems(parts)
  },
}

const listTools = /^(?:TodoWrite|todo_?write|update_plan|todowrite)$/i

/** The last call that gave a whole list, with a state for each item. */
function listedItems(parts: readonly (readonly Part[])[]): string[] {
  const last = parts
    .flat()
    .findLast((part) => part.kind === 'tool-call' && listTools.test(part.toolName ?? ''))
  if (last === undefined) return []
  const input = callInput(last) ?? {}
  const items = [input['todos'] ?? input['plan']].flat()
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('status' in item) || item.status === 'completed')
      return []
    const text = 'content' in item ? item.content : 'step' in item ? item.step : undefined
    return typeof text === 'string' && text.trim() !== '' ? [firstLine(text)] : []
  })
}
