import { basename } from 'node:path'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { isTaskFolder, taskFiles } from '../../files/task-files.ts'
import type { ImportFormat } from '../format.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { agentOf, isAgentTask, readAgentTask } from './agent-task.ts'
import { readContextEdits } from './context-edits.ts'
import { editedContexts } from './edited-contexts.ts'

/** Names the blocks that Cline sends in other words than the history has. */
const editsFile = 'context_history.json'

/** Task folders of Cline: the files of Roo Code, with messages hidden by a recorded range and blocks edited. */
export const clineTask: ImportFormat = {
  id: 'cline-task',
  version: 1,
  label: 'Cline task',
  family: 'roo',
  idOf: ({ path }) => basename(path),
  endings: [],
  recognises: () => false,
  isTaskFolder,
  companions: [{ of: taskFiles.history, are: [editsFile] }],
  detect: (source) => isAgentTask(source) && agentOf(source) === 'cline',
  read: async (source) => withContextEdits(source, { format: 'cline-task', ...readAgentTask(source) }),
}

async function withContextEdits(source: ParsedSource, task: ImportedTask): Promise<ImportedTask> {
  const file = await source.beside.read(editsFile)
  if (file === null) return task
  const edits = readContextEdits(source.json(file).items.map(({ value }) => value))
  const problems = source.json(file).problems.map((problem) => ({ ...problem, file: editsFile }))
  if (edits.length === 0) return { ...task, problems: [...task.problems, ...problems] }
  const contexts = isWhole(source) ? editedContexts({ ...task, edits }) : null
  if (contexts === null) return { ...task, problems: [...task.problems, ...problems, unplaced(edits.length)] }
  const { messages, usage } = contexts
  return {
    ...task,
    messages,
    contexts: contexts.contexts,
    usage: { ...task.usage, ...usage },
    // The log tells of each request what was hidden from it.
    hiddenRange: null,
    style: {
      ...task.style,
      indent: null,
      obstacle: 'messages stand in it as they are and as they were sent',
    },
    problems: [...task.problems, ...problems],
  }
}

/** Whether places in the file are places among the messages. */
function isWhole(source: ParsedSource): boolean {
  const history = source.file(taskFiles.history)
  return history !== null && source.messages(history).indices.every((index, at) => index === at)
}

function unplaced(count: number): ImportProblem {
  return {
    file: editsFile,
    place: '',
    reason: `${countOf(count, 'edit')} of what was sent cannot be placed among the requests; messages are shown unedited`,
    severity: 'warning',
  }
}
