import type { ContextLog } from '../../shared/condense/context-log-types.ts'
import type { ResultFile, TextStyle } from '../../shared/condense/result-file-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../shared/kernel/usage.ts'
import type {
  ImportProblem,
  TaskFormat,
  TaskOutcome,
  TaskRelations,
} from '../../shared/library/task-types.ts'
import type { SessionHead } from './agent.ts'

/** Messages that Cline no longer sends to its model: both ends inclusive, indices into `messages`. */
export type HiddenRange = Readonly<{ start: number; end: number }>

/**
 * Messages as they stand in the bytes of a file that has each as `JSON.stringify` writes it, behind one byte for a bracket or
 * a comma. `ends` says where each ends.
 */
export type WrittenMessages = Readonly<{ bytes: Buffer; ends: readonly number[] }>

/** A history as it stood in its files, with everything that was learnt beside it. Nothing is counted yet. */
export type ImportedTask = Readonly<{
  format: TaskFormat
  /** Absolute path of the folder or file; empty for dropped files. */
  path: string
  /** One line of at most 120 characters. */
  title: string
  agent: string | null
  model: string | null
  workspace: string | null
  /** The very objects of `JSON.parse`: key order and unknown fields untouched, so that they write back alike. */
  messages: readonly Message[]
  /**
   * Where `indent` is no null, `before + JSON.stringify(messages, null, indent) + trailing` is the file, behind a
   * byte order mark where there is one.
   */
  style: TextStyle
  /** Absent where `JSON.stringify` of the messages would not begin the file. */
  written?: WrittenMessages
  hiddenRange: HiddenRange | null
  /** What each request sent, where the format tells it; else the messages themselves and `usage` do. */
  contexts?: ContextLog
  usage: RecordedUsage
  /** What tells its session from all others; absent where nothing does. */
  sessionKey?: string
  /** Absent where the format has no record of it. */
  relations?: TaskRelations
  /** Whether the task was solved; absent where neither its record nor a report beside it says so. */
  outcome?: TaskOutcome
  /** Sessions of subagents that lie in the file of a session; of one of these, itself. Absent where files never hold any. */
  subagents?: readonly SessionHead[]
  problems: readonly ImportProblem[]
  /** Milliseconds since 1970. */
  lastActivityTs: number | null
  /** Present when the file is a result of Dewpoint; `messages` then holds the messages of that result. */
  result: ResultFile | null
}>
