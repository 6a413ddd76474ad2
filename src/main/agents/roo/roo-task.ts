import { basename } from 'node:path'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import type { ImportFormat } from '../format.ts'
import { isAgentTask, readAgentTask } from './agent-task.ts'
import { findTaskFolders } from './task-folders.ts'

/** Task folders of Roo Code, Kilo Code and Zoo Code, and of agents that write the same files. */
export const rooTask: ImportFormat = {
  id: 'roo-task',
  version: 1,
  label: 'Roo Code task',
  family: 'roo',
  readSessionId: ({ path }) => basename(path),
  endings: [],
  recognises: () => false,
  isTaskFolder,
  places: findTaskFolders,
  detect: isAgentTask,
  read: (source) => ({ format: 'roo-task', ...readAgentTask(source) }),
}
