import type { TaskFormat } from '../../shared/library/task-types.ts'
import type { Companion } from '../platform/files/companions.ts'
import type { SessionPlace } from './build-session-key.ts'
import type { FindPlaces } from './discovery/storage-place.ts'
import type { FileHead } from './file-head.ts'
import type { ImportedTask } from './imported-task.ts'
import type { LineReading } from './json-lines.ts'
import type { ParsedSource } from './parsed-source.ts'
import type { ReadSession } from './session/build-session-task.ts'
import type { SessionWriter } from './writing/session-writer.ts'

/**
 * An agent, or another program that records histories, in one of its formats: what it is called, which files are its own,
 * how they are read and written, and where it keeps them. Reading, discovery and copies ask for nothing else.
 */
export type Agent = Readonly<{
  /** Its format. */
  id: TaskFormat
  /** What people call it, such as `Claude Code`. */
  name: string
  /** What people call one of its files, such as `Claude Code session`. */
  label: string
  /** What its tasks are marked with; absent where that is to be found out. */
  agent?: string
  /** Counts up whenever what is read changes: tasks that were stored by an older one are read again. */
  version: number
  /** Endings of the names that files of this format have, in lower case; they decide what is looked into. */
  endings: readonly string[]
  /** Whether the beginning of a file shows that it is one; false for formats whose tasks are folders. */
  recognises(head: FileHead): boolean
  /** Whether names of files make their folder one task; absent for formats whose tasks are files. */
  isTaskFolder?(names: readonly string[]): boolean
  /** A closer look at a whole source, where its beginning does not decide. */
  detect?(source: ParsedSource): boolean
  /** Files that hold several sessions, such as databases; absent where a file is always one task. */
  sessions?: SessionStore
  /** Files that a task is also made of, in its folder; a change of any makes it be read again. */
  companions?: readonly Companion[]
  /** Formats whose sessions name each other; the id of the format where it is its own family. */
  family?: string
  /** What its agent calls a session; absent for formats without ids, and for sessions in a file with others. */
  readSessionId?(place: SessionPlace): string | null
  /** Where it keeps its sessions on a machine, there or not. */
  places?: FindPlaces
  /**
   * Fields of a line that its reader never looks at: of a large file they are not kept. Files of formats that have this, and
   * of all that are read with `readLines`, may be of any size.
   */
  unread?: readonly string[]
  /** How a condensed session goes back to it; absent where it would not go on with one. */
  writer?: SessionWriter
}> &
  SessionReader

/** One of three ways to read: they throw `ImportFailure` where no history can be read after all. */
type SessionReader =
  /** Of a file with one record a line. */
  | Readonly<{ readLines(lines: LineReading, source: ParsedSource): ReadSession | Promise<ReadSession> }>
  /** Of sessions in any other files. */
  | Readonly<{ readSession(source: ParsedSource): ReadSession | Promise<ReadSession> }>
  /** Of messages that were stored as they are sent, and can be written back byte by byte. */
  | Readonly<{ readTask(source: ParsedSource): ImportedTask | Promise<ImportedTask> }>

/** How sessions are found in files that hold several. */
export type SessionStore = Readonly<{
  /** Whether the beginning of a file shows that it holds several, or may come to. */
  canHoldSeveral(head: FileHead): boolean
  /** Null where the file turns out to be one session. Throws `ImportFailure` where it cannot be read. */
  list(source: ParsedSource): Promise<readonly SessionHead[] | null>
}>

/** A session in a file that holds several. Its path is that of the file, `#` and its key. */
export type SessionHead = Readonly<{
  key: string
  title: string | null
  /** Changes whenever the session does. */
  stamp: string
  lastActivityTs: number | null
}>
