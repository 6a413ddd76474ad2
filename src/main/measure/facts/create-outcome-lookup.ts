import type { Part } from '../../../shared/kernel/part.ts'
import { findSucceededCalls } from '../../kernel/history/part-queries.ts'
import { hidesFailure, isServer } from './hidden-failure.ts'
import { readCallActs } from './read-call-acts.ts'

/**
 * What came of a call.
 * `done`: there is a result and it reports no error; a command that says nothing of an exit code counts as done.
 * `failed`: the result is an error, the command ended with another exit code than 0, or a pipe hid that it did.
 * `refused`: a person or a rule did not let the tool run.
 * `running`: the command had not ended when its result was written, or serves and was ended by a time limit.
 * `unanswered`: the history holds no result.
 */
export type CallOutcome = {
  readonly status: 'done' | 'failed' | 'refused' | 'running' | 'unanswered'
  /** Exit code of a command, where the result names one. */
  readonly exitCode?: number
  /** The tool says that the file was not there before (true) or that it was (false). */
  readonly isNewFile?: boolean
}

const unanswered: CallOutcome = { status: 'unanswered' }

/** Outcomes of the calls of these parts, by call id. */
export function createOutcomeLookup(
  parts: readonly (readonly Part[])[],
): (id: string | undefined) => CallOutcome {
  const succeeded = findSucceededCalls(parts)
  const results = new Map<string, Part[]>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-result' || part.toolCallId === undefined) continue
    const own = results.get(part.toolCallId)
    if (own === undefined) results.set(part.toolCallId, [part])
    else own.push(part)
  }
  const laterOf = createLaterResultLookup(parts.flat(), results)
  const commandOf = createCommandLookup(parts.flat())
  return (id) => {
    const own = id === undefined ? undefined : results.get(id)
    if (id === undefined || own === undefined) return unanswered
    const outcome = readOutcome(own, succeeded.has(id), commandOf(id))
    const later = outcome.first.status === 'running' ? laterOf(own) : undefined
    return later === undefined
      ? outcome.inTruth
      : correctOutcome(readCallOutcome(later, true), later, commandOf(id))
  }
}

type ReadOutcome = {
  readonly results: readonly Part[]
  readonly hasSucceeded: boolean
  readonly command: string | undefined
  /** By the results alone, and by what the command tells beside them. */
  readonly first: CallOutcome
  readonly inTruth: CallOutcome
}

/** Of the last results that were read, by the first of them: histories that grow keep theirs. As many as there are parts. */
const knownOutcomes = new WeakMap<Part, ReadOutcome>()

function readOutcome(
  results: readonly Part[],
  hasSucceeded: boolean,
  command: string | undefined,
): ReadOutcome {
  const [head] = results
  const known = head === undefined ? undefined : knownOutcomes.get(head)
  const isKnown =
    known?.hasSucceeded === hasSucceeded &&
    known.command === command &&
    known.results.length === results.length &&
    known.results.every((part, at) => part === results[at])
  if (known !== undefined && isKnown) return known
  const first = readCallOutcome(results, hasSucceeded)
  const read = { results, hasSucceeded, command, first, inTruth: correctOutcome(first, results, command) }
  if (head !== undefined) knownOutcomes.set(head, read)
  return read
}

/** The command of a call; undefined for calls of several, and for those that run none. */
function createCommandLookup(parts: readonly Part[]): (id: string) => string | undefined {
  const calls = new Map(parts.flatMap((part) => (part.kind === 'tool-call' ? [[part.toolCallId, part]] : [])))
  return (id) => {
    const call = calls.get(id)
    const acts = call === undefined ? [] : readCallActs(call)
    const commands = acts.flatMap((act) => (act.kind === 'command' ? [act.command] : []))
    return commands.length === 1 ? commands[0] : undefined
  }
}

const timedOut =
  /\btimed out\b|\btime(?:out| limit)\b[^\n]{0,40}\b(?:reached|exceeded|expired)|no new output after \d/i

/** What the exit code of a command does not tell. */
function correctOutcome(
  outcome: CallOutcome,
  results: readonly Part[],
  command: string | undefined,
): CallOutcome {
  if (command === undefined) return outcome
  const { status } = outcome
  if (status === 'done' && results.some(({ text }) => hidesFailure(command, text)))
    return { ...outcome, status: 'failed' }
  const isEnded = results.some(({ text }) =>
    [text.slice(0, headLength), text.slice(-tailLength)].some((edge) => timedOut.test(edge)),
  )
  return status === 'failed' && isEnded && isServer(command) ? { status: 'running' } : outcome
}

const session = /\nProcess running with session ID (\d+)/

/** The last result of the calls that wait for a command of Codex, which go by the session that it runs in. */
function createLaterResultLookup(
  parts: readonly Part[],
  results: ReadonlyMap<string, readonly Part[]>,
): (own: readonly Part[]) => readonly Part[] | undefined {
  const waiting = new Map<string, readonly Part[]>()
  for (const { kind, toolName, toolCallId, text } of parts) {
    if (kind !== 'tool-call' || toolName !== 'write_stdin' || toolCallId === undefined) continue
    const id = /"session_id":\s*(\d+)/.exec(text)?.[1]
    const result = results.get(toolCallId)
    if (id !== undefined && result !== undefined) waiting.set(id, result)
  }
  return (own) => {
    const id = own.map(({ text }) => session.exec(text.slice(0, headLength))?.[1]).find(Boolean)
    return id === undefined ? undefined : waiting.get(id)
  }
}

function readCallOutcome(results: readonly Part[], hasSucceeded: boolean): CallOutcome {
  const heads = results.map(({ text }) => text.slice(0, headLength))
  if (heads.some((head) => refusal.test(head))) return { status: 'refused' }
  const exitCode = results
    .map(({ text }, at) => readExitCode(heads[at] ?? '', hasSucceeded) ?? exitCodeBehind(text))
    .find((code) => code !== undefined)
  const exit = exitCode === undefined ? {} : { exitCode }
  const hasFailed = exitCode !== undefined && exitCode !== 0
  const saysFailed = results.some(({ text }, at) => failure.test(heads[at] ?? '') || isFailedQuery(text))
  if (!hasSucceeded || hasFailed || saysFailed) return { status: 'failed', ...exit }
  if (heads.some((head) => running.test(head))) return { status: 'running' }
  const said = heads
    .map((head) => newFile.exec(head)?.slice(1).find(Boolean))
    .find((word) => word !== undefined)
  return { status: 'done', ...exit, ...(said === undefined ? {} : { isNewFile: /^create/i.test(said) }) }
}

/** Agents say first what became of a call. In characters. */
const headLength = 600
const refusal =
  /^\s*(?:The user denied|The user doesn't want to|\[Request interrupted|Permission to use|\{"status":"denied"|The tool execution failed with the following error:\s*<error>\s*Tool "[^"]+" is not allowed|[Pp]ermission denied\.?\s*$|User denied permission|The user rejected (?:permission|this tool call)|(?:exec command|patch) rejected by user|\[Operation Cancelled\])/
/** Failures that are no errors in the form of the result: of killed processes, editors, shells and MCP file servers. */
const failure =
  /^Command executed[^\n]*Process terminated by signal|^## [^]*\n- ✗ |^ERROR:\s*\n|^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh: [^\n]*(?:not found|No such file or directory)\s*$/
const running =
  /^\s*(?:Command is still running|Command running in background)|^Chunk ID: [^]{0,120}\nProcess running with session ID|<command started in background with shellId/
const newFile =
  /<operation>(created|modified)<\/operation>|"operation":\s*"(created|modified)"|^File (created) successfully|^The file [^\n]* has been (updated|overwritten)/

/** Results of Cline's SDK are JSON that ends with whether it went well. */
function isFailedQuery(text: string): boolean {
  return /^\[?\{"query":/.test(text) && /"success":\s*false\s*\}\]?\s*$/.test(text.slice(-40))
}

/** How agents word the exit of a command. A failed result may begin with it; in another one it could be output. */
function readExitCode(head: string, hasSucceeded: boolean): number | undefined {
  const reported = head.split('\nOutput:', 1)[0] ?? ''
  const isReport = /^\s*(?:Command executed|Exit code: |Chunk ID: |Process exited)/.test(head)
  if (!isReport && (hasSucceeded || !head.startsWith('Exit code '))) return undefined
  const found = /(?:Exit code:?|exited with code) (-?\d+)/.exec(reported)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** How agents that show the output first word the exit of a command behind it. */
const exitBehind = [
  /\[Command finished with exit code (-?\d+)\]\s*$/,
  /\[The command completed with exit code (-?\d+)\.\](?:\n\[[^\n]*\])*\s*$/,
  /<shellId: \S+ completed with exit code (-?\d+)>\s*$/,
  /\nExit Code: (-?\d+)(?:\n(?:Signal|Background PIDs|Process Group PGID|Error): [^\n]*(?![^\n]))*\s*$/,
  /(?:^|\n)Command exited with code (-?\d+)\s*$/,
  /(?:^|\n)Exit code (-?\d+)\s*$/,
]
/** In characters. */
const tailLength = 400

function exitCodeBehind(text: string): number | undefined {
  const tail = text.slice(-tailLength)
  const found = exitBehind.map((pattern) => pattern.exec(tail)?.[1]).find((code) => code !== undefined)
  return found === undefined ? undefined : Number(found)
}
