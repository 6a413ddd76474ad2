import type { ImportProblem } from '../../shared/library/task-types.ts'
import type { FileHead } from './file-head.ts'
import type { LineReading } from './json-lines.ts'

/** One file as it was read, before anybody asks what it means. */
export type SourceFile = Readonly<{
  /** Name relative to the task folder. */
  name: string
  /** Decoded, without a byte order mark. Of a large file it may be as large again: `utf8` does where it can. */
  text: string
  /** The bytes of `text`, where the file was clean UTF-8; null where only the text is at hand. */
  utf8: Buffer | null
  /** As they stand in the file, but for a compression around the whole; null where only the text is at hand. */
  bytes: Buffer | null
  bom: boolean
  /** True when byte order mark and text, written as UTF-8, are the bytes of the file. */
  exact: boolean
  /** SHA-256 of the bytes of the file; null where they are not at hand. */
  sha256: string | null
  /** When the file was last changed, in milliseconds since 1970; null where nobody knows. */
  changedTs: number | null
  problems: readonly ImportProblem[]
  /** Of a large file with a record a line: its records and its beginning. It has neither text nor bytes then. */
  pieces?: Readonly<{ head: FileHead; lines: LineReading }>
}>

/** Everything that was gathered from one path or one drop. */
export type Source = Readonly<{
  kind: 'folder' | 'file'
  /** Absolute path; empty for dropped files. */
  path: string
  /** Real path of the file or folder; empty for dropped files. */
  realPath: string
  /** Last part of the path, or what the drop was called. */
  name: string
  files: readonly SourceFile[]
  /** Files that are there but could not be read. */
  refused: readonly ImportProblem[]
  /** Which of the sessions of a file that holds several; null where the file is one task. */
  session: string | null
  beside: Beside
}>

/** Files around a task that belong to it, such as results that its agent keeps out of line. */
export type Beside = Readonly<{
  /** Names in a folder, given from that of the task; none where it is not there. */
  names(folder: string): Promise<readonly string[]>
  /** A file, given from the folder of the task; null where it is not there or may not be read. */
  read(path: string): Promise<SourceFile | null>
}>
