import { isTaskFolder } from '../../files/task-files.ts'
import type { ImportFormat } from '../format.ts'
import { isAgentTask, readAgentTask } from './agent-task.ts'

/** Task folders of Roo Code, Kilo Code and Zoo Code, and of agents that write the same files. */
export const rooTask: ImportFormat = {
  id: 'roo-task',
  label: 'Roo Code task',
  endings: [],
  recognises: () => false,
  isTaskFolder,
  detect: isAgentTask,
  read: (source) => ({ format: 'roo-task', ...readAgentTask(source) }),
}
