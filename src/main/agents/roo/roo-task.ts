import { basename } from 'node:path'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import type { Agent } from '../agent.ts'
import { isAgentTask, readAgentTask } from './agent-task.ts'
import { findTaskFolders } from './task-folders.ts'
import { rooTaskWriter } from './write-task.ts'

/** Task folders of Roo Code, Kilo Code and Zoo Code, and of agents that write the same files. */
export const rooTask: Agent = {
  id: 'roo-task',
  version: 1,
  name: 'Roo Code',
  label: 'Roo Code task',
  family: 'roo',
  readSessionId: ({ path }) => basename(path),
  endings: [],
  recognises: () => false,
  isTaskFolder,
  places: findTaskFolders,
  detect: isAgentTask,
  readTask: (source) => ({ format: 'roo-task', ...readAgentTask(source) }),
  writer: rooTaskWriter,
}
