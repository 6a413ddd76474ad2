import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { type Message, findMessageTime } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { isTaskFolder, taskFiles } from '../../platform/files/task-files.ts'
import { detectAgentByPath } from '../details/detect-agent-by-path.ts'
import { readEnvironment, type Environment } from '../details/environment.ts'
import { findMessageModel } from '../details/find-message-model.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import { pickTaskTitle } from '../details/pick-task-title.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readHistory } from '../read-history.ts'
import type { SourceFile } from '../source-file.ts'
import { collectTimeProblems } from './collect-time-problems.ts'
import { mapHiddenRange } from './map-hidden-range.ts'
import { readChatRecord, readMessageMetrics } from './recorded-usage.ts'
import { readSidecars, type Sidecars } from './task-sidecars.ts'

const objects: readonly string[] = [taskFiles.metadata, taskFiles.historyItem]

const mostPlaces = 5

const emptyUsage: RecordedUsage = { requests: [], condensations: [] }

/** True for a folder with the files that Cline, Roo Code and their relatives write. */
export function isAgentTask(source: ParsedSource): boolean {
  const names = [...source.files.map((file) => file.name), ...source.refused.map((problem) => problem.file)]
  return source.kind === 'folder' && isTaskFolder(names)
}

const holdsMessages = (source: ParsedSource, file: SourceFile): boolean =>
  source.messages(file).messages.length > 0

/** The legacy name is the history only where no newer file is there, not even an unreadable one. */
function findHistoryFile(source: ParsedSource): SourceFile | null {
  const current = source.file(taskFiles.history)
  if (current || source.refused.some((problem) => problem.file === taskFiles.history)) return current
  const legacy = source.file(taskFiles.legacy)
  return legacy && holdsMessages(source, legacy) ? legacy : null
}

function findChatFile(source: ParsedSource): SourceFile | null {
  const current = source.file(taskFiles.chatRecord)
  if (current) return current
  const legacy = source.file(taskFiles.legacy)
  return legacy && !holdsMessages(source, legacy) ? legacy : null
}

function readObjectFile(source: ParsedSource, name: string): unknown {
  const file = source.file(name)
  return file ? source.json(file).object : null
}

type Circumstances = Readonly<{
  environment: Environment
  sidecars: Sidecars
  chat: ReturnType<typeof readChatRecord> | null
}>

const circumstances = new WeakMap<ParsedSource, Circumstances>()

/** What the files say beside the history itself, read once: which agent wrote a task is asked before it is read. */
function readCircumstancesOnce(source: ParsedSource): Circumstances {
  const known = circumstances.get(source) ?? readCircumstances(source)
  circumstances.set(source, known)
  return known
}

function readCircumstances(source: ParsedSource): Circumstances {
  const history = findHistoryFile(source)
  const chat = findChatFile(source)
  const messages = history ? source.messages(history).messages : []
  return {
    environment: readEnvironment(messages),
    sidecars: readSidecars(
      readObjectFile(source, taskFiles.historyItem),
      readObjectFile(source, taskFiles.metadata),
    ),
    chat: chat
      ? readChatRecord(
          source.json(chat).items.map((item) => item.value),
          messages.map(findMessageTime),
        )
      : null,
  }
}

/** The agent that wrote the task, as far as the place of its files or their content tells. */
export function recogniseAgent(source: ParsedSource): string | null {
  const byPath = detectAgentByPath(source.path)
  if (byPath !== null) return byPath
  const { environment, sidecars, chat } = readCircumstancesOnce(source)
  if (environment.family !== null) return environment.family
  return (sidecars.deletedRange ?? chat?.deletedRange) ? 'cline' : null
}

function failWithoutHistory(source: ParsedSource): never {
  const refused = source.refused.find((problem) => problem.file === taskFiles.history)
  if (refused) {
    throw new ImportFailure({
      code: 'unreadable',
      message: `${refused.file} cannot be read: ${refused.reason}`,
      where: source.path || source.name,
      hint: 'Check the rights and the kind of this file. The history is in it.',
      problems: source.refused,
    })
  }
  throw new ImportFailure({
    code: 'history-missing',
    message: 'The history itself is missing: this task folder has no api_conversation_history.json',
    where: source.path || source.name,
    hint: 'Only the record of the chat window is here. Restore api_conversation_history.json beside it.',
    problems: source.refused,
  })
}

/** The person's own words go before the history, in which the agent wrapped them in what it added. */
function readFirstRequest(chat: Circumstances['chat']): readonly Message[] {
  return chat?.request == null ? [] : [{ role: 'user', content: chat.request }]
}

/** Reads the task folder of Cline, Roo Code or a relative; the caller names the format. */
export function readAgentTask(source: ParsedSource): Omit<ImportedTask, 'format'> {
  const file = findHistoryFile(source) ?? failWithoutHistory(source)
  const { indices, problems, ...history } = readHistory(source, file)
  const { messages } = history
  const { environment, sidecars, chat } = readCircumstancesOnce(source)
  const hidden = mapHiddenRange(sidecars.deletedRange ?? chat?.deletedRange ?? null, indices)
  const ofChat = chat === null ? [] : buildChatProblems(findChatFile(source)?.name ?? '', chat)
  const times = { file: file.name, times: messages.map(findMessageTime), indices }
  const metrics = chat ? emptyUsage : readMessageMetrics(messages)
  return {
    path: source.path,
    title: pickTaskTitle(sidecars.title, [...readFirstRequest(chat), ...messages], source.name),
    agent: recogniseAgent(source),
    model: environment.model ?? findMessageModel(messages) ?? sidecars.model,
    workspace: sidecars.workspace ?? environment.workspace,
    ...history,
    hiddenRange: hidden.range,
    usage: chat?.usage ?? metrics,
    relations: sidecars.relations,
    problems: [
      ...problems,
      ...(hidden.problem ? [{ ...hidden.problem, file: file.name }] : []),
      ...collectSidecarProblems(source, file, findChatFile(source)),
      ...ofChat,
      ...collectTimeProblems(times, chat && { file: findChatFile(source)?.name ?? '', ...chat }),
    ],
    lastActivityTs: pickLatestTs(
      [...messages.map((one) => one.ts), chat?.lastTs, sidecars.ts],
      file.changedTs,
    ),
    result: null,
  }
}

/** What of a chat record could be parsed and is nothing that it may hold; it never costs the history. */
function buildChatProblems(
  file: string,
  { unreadable, strange }: Pick<ReturnType<typeof readChatRecord>, 'unreadable' | 'strange'>,
): readonly ImportProblem[] {
  const buildProblem = (place: string, reason: string): ImportProblem => ({
    file,
    place,
    reason,
    severity: 'warning',
  })
  const more = strange.length > mostPlaces ? ', …' : ''
  return [
    ...(unreadable > 0
      ? [buildProblem('', `${formatCountWithNoun(unreadable, 'recorded request')} cannot be read`)]
      : []),
    ...(strange.length > 0
      ? [
          buildProblem(
            `${strange.length === 1 ? 'element' : 'elements'} ${strange.slice(0, mostPlaces).join(', ')}${more}`,
            `${formatCountWithNoun(strange.length, 'element')} that ${strange.length === 1 ? 'is no line' : 'are no lines'} of the chat window: left out, with what they recorded`,
          ),
        ]
      : []),
  ]
}

/** What is wrong with the files beside the history. It never costs the history, so all of it are warnings. */
function collectSidecarProblems(
  source: ParsedSource,
  history: SourceFile,
  chat: SourceFile | null,
): readonly ImportProblem[] {
  const found = source.files
    .filter((file) => file !== history)
    .flatMap((file) => {
      const shape = findShapeProblem(source, file, chat)
      return [...file.problems, ...source.json(file).problems, ...(shape === null ? [] : [shape])]
    })
  return [...found, ...source.refused].map((problem) => ({ ...problem, severity: 'warning' as const }))
}

/** A file that can be parsed and is not what its name says; null where it is, or where its damage is named already. */
function findShapeProblem(
  source: ParsedSource,
  file: SourceFile,
  chat: SourceFile | null,
): ImportProblem | null {
  const { found, object, items } = source.json(file)
  const buildProblem = (reason: string): ImportProblem => ({
    file: file.name,
    place: '',
    reason,
    severity: 'warning',
  })
  if (found === null) return null
  if (objects.includes(file.name))
    return object === null
      ? buildProblem(`it is ${found}, and an object was expected: nothing is known from it`)
      : null
  if (file !== chat || found === 'an array') return null
  return items.length > 0
    ? buildProblem(`it is ${found}, and an array was expected: its \`messages\` were read as that`)
    : buildProblem(
        `it is ${found}, and an array of the lines of the chat window was expected: no request, no cost and no condensation is known from it`,
      )
}
