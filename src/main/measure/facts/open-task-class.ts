import { readCommandLine } from './command-class.ts'
import type { FactClass } from './fact-class.ts'
import { findOpenTasks } from './find-open-tasks.ts'

/** Items of the agent's last to-do list that are not done, of every agent that keeps one in a tool call. */
export const openTaskClass: FactClass = {
  id: 'open-task',
  label: 'Open tasks',
  isFounder: () => true,
  phrases: (parts) =>
    findOpenTasks(parts).map((item) => readCommandLine(item.replace(/ \(in progress\)$/, ''))),
}
