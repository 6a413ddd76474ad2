import { isTaskFolder } from '../../files/task-files.ts'
import type { ImportFormat } from '../format.ts'
import { agentOf, isAgentTask, readAgentTask } from './agent-task.ts'

/** Task folders of Cline: the files of Roo Code, with messages hidden by a recorded range. */
export const clineTask: ImportFormat = {
  id: 'cline-task',
  version: 1,
  label: 'Cline task',
  endings: [],
  recognises: () => false,
  isTaskFolder,
  detect: (source) => isAgentTask(source) && agentOf(source) === 'cline',
  read: (source) => ({ format: 'cline-task', ...readAgentTask(source) }),
}
