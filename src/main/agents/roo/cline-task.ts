import { basename } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { isTaskFolder, taskFiles } from '../../platform/files/task-files.ts'
import type { Agent } from '../agent.ts'
import type { ImportedTask, HiddenRange } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { recogniseAgent, isAgentTask, readAgentTask } from './agent-task.ts'
import { readContextEdits, withEdits, type ContextEdit } from './context-edits.ts'
import { clineTaskWriter } from './write-task.ts'

type EditedTask = Readonly<{
  messages: readonly Message[]
  edits: readonly ContextEdit[]
  usage: RecordedUsage
  /** What is hidden from the next request. */
  hiddenRange: HiddenRange | null
}>

type Range = readonly [number, number]

const nothing: Range = [0, -1]

/** Names the blocks that Cline sends in other words than the history has. */
const editsFile = 'context_history.json'

/** Task folders of Cline: the files of Roo Code, with messages hidden by a recorded range and blocks edited. */
export const clineTask: Agent = {
  id: 'cline-task',
  version: 1,
  name: 'Cline',
  label: 'Cline task',
  family: 'roo',
  readSessionId: ({ path }) => basename(path),
  endings: [],
  recognises: () => false,
  isTaskFolder,
  companions: [{ of: taskFiles.history, are: [editsFile] }],
  detect: (source) => isAgentTask(source) && recogniseAgent(source) === 'cline',
  readTask: async (source) => withContextEdits(source, { format: 'cline-task', ...readAgentTask(source) }),
  writer: clineTaskWriter,
}

async function withContextEdits(source: ParsedSource, task: ImportedTask): Promise<ImportedTask> {
  const file = await source.beside.read(editsFile)
  if (file === null) return task
  const edits = readContextEdits(source.json(file).items.map(({ value }) => value))
  const problems = source.json(file).problems.map((problem) => ({ ...problem, file: editsFile }))
  if (edits.length === 0) return { ...task, problems: [...task.problems, ...problems] }
  const contexts = isWhole(source) ? buildEditedContexts({ ...task, edits }) : null
  if (contexts === null)
    return { ...task, problems: [...task.problems, ...problems, buildUnplacedProblem(edits.length)] }
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

function buildUnplacedProblem(count: number): ImportProblem {
  return {
    file: editsFile,
    place: '',
    reason: `${formatCountWithNoun(count, 'edit')} of what was sent cannot be placed among the requests, so messages are shown unedited`,
    severity: 'warning',
  }
}

/**
 * What each request of a task of Cline sent, with blocks edited and a range of messages left out. Null where the requests
 * do not say what had been written before them, or something else is recorded of them that such a log has no place for.
 */
function buildEditedContexts(task: EditedTask): BuiltSession | null {
  const { messages, usage, hiddenRange } = task
  const { requests, condensations, truncations, clockSteps } = usage
  const isOther = condensations.length > 0 || truncations !== undefined || clockSteps !== undefined
  if (isOther || requests.some(({ historyIndex, ts }) => historyIndex === undefined || ts == null))
    return null
  const versionOf = createVersions(task)
  const session = createSessionBuilder()
  const listSentEntries = (count: number, [start, end]: Range, until: number): readonly Entry[] =>
    messages
      .slice(0, count)
      .flatMap((_, index) => (index >= start && index <= end ? [] : versionOf(index, until)))
  let [range, until]: [Range, number] = [nothing, -Infinity]
  requests.forEach(({ historyIndex = -1, deletedRange = range, ...request }, at) => {
    const count = Math.min(messages.length, historyIndex + 2)
    const now = request.ts ?? until
    const before = listSentEntries(count, range, until)
    const history = listSentEntries(count, deletedRange, now)
    const isSame = before.length === history.length && before.every((entry, one) => entry === history[one])
    const kind = deletedRange[1] > range[1] ? 'truncation' : 'clearing'
    if (!isSame) session.condensation({ ts: request.ts, kind }, before, history)
    ;[range, until] = [deletedRange, now]
    // One that was sent once more has its answer but once.
    const isLast = requests[at + 1]?.historyIndex !== historyIndex
    const answer = messages[count]?.role === 'assistant' && isLast ? versionOf(count, -Infinity) : []
    session.request(request, history, answer)
  })
  session.aside(messages.flatMap((_, index) => versionOf(index, -Infinity)))
  const last: Range = hiddenRange === null ? nothing : [hiddenRange.start, hiddenRange.end]
  return session.finish(listSentEntries(messages.length, last, Infinity))
}

/** Finds the version of a message in a request after a moment; the same version is the same entry. */
function createVersions({ messages, edits }: EditedTask) {
  const plain = messages.map((message): Entry => ({ message }))
  const ofMessage = Map.groupBy(edits, ({ message }) => message)
  const edited = new Map<string, Entry>()
  return (index: number, moment: number): readonly Entry[] => {
    const entry = plain[index]
    if (entry === undefined) return []
    const own = (ofMessage.get(index) ?? []).filter(({ ts }) => ts < moment)
    if (own.length === 0) return [entry]
    const key = `${index} ${own.length}`
    const message = withEdits(entry.message, own)
    const version = edited.get(key) ?? (message === entry.message ? entry : { message, isCopy: true })
    edited.set(key, version)
    return [version]
  }
}
