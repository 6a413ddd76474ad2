import { rmSync, statSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import type { EntryLevel, Log, LogFields, LogLevel } from '../../../shared/installation/log-types.ts'
import { makeFolders } from '../files/make-folder.ts'
import { openOwnFile } from '../files/own-files.ts'
import { listLogFiles, logFile, logFolder, type LogFile } from './log-files.ts'

/** A file gets no more entries once it has this many bytes; so many files are kept. */
const mostBytes = 2 * 2 ** 20
const keptFiles = 5
/** After a failure, such as a full disk, nothing is tried for this long, in milliseconds. */
const pauseMs = 60_000

export type LogOptions = {
  readonly dataFolder: string
  readonly level: LogLevel
  /** Which door writes; stands in each entry. */
  readonly door: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** For tests. */
  readonly mostBytes?: number
  readonly openFile?: (path: string) => number
}

/** The log with what its owner may do. */
export type OpenLog = Log & {
  readonly folder: string
  readonly setLevel: (level: LogLevel) => void
  readonly level: () => LogLevel
  /** Code of the error that keeps entries from being written (`EROFS`, `ENOSPC`); null where nothing does. */
  readonly obstacle: () => string | null
  readonly close: () => void
}

/**
 * Opens the log in a data folder. Every entry is one line that is appended at once, so that several processes can write
 * and a killed one loses nothing. Files are numbered and never renamed: a process that reaches the limit of one begins
 * the next. Where nothing can be written, entries are dropped and nobody is disturbed.
 */
export function openLog(options: LogOptions): OpenLog {
  const folder = logFolder(options.dataFolder)
  const sink = createSink(folder, options)
  const logger = pino(
    {
      level: toPinoLevel(options.level),
      base: { pid: process.pid, door: options.door },
      messageKey: 'event',
      timestamp: () => `,"time":${options.now()}`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: sink.write },
  )
  let level = options.level
  return {
    ...createLogWriters(logger),
    folder,
    level: () => level,
    setLevel: (next) => {
      level = next
      logger.level = toPinoLevel(next)
    },
    obstacle: sink.obstacle,
    close: sink.close,
  }
}

const toPinoLevel = (level: LogLevel): string => (level === 'off' ? 'silent' : level)

function createLogWriters(logger: Logger): Log {
  const write =
    (level: EntryLevel) =>
    (event: string, fields: LogFields = {}): void =>
      logger[level](fields, event)
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}

type Destination = ReturnType<typeof pino.destination>
type Sink = {
  readonly write: (line: string) => void
  readonly obstacle: () => string | null
  readonly close: () => void
}

function createSink(
  folder: string,
  { now, mostBytes: most = mostBytes, openFile = openOwnFile }: LogOptions,
): Sink {
  let open: { readonly file: LogFile; readonly destination: Destination; bytes: number } | null = null
  let obstacle: string | null = null
  let quietUntil = 0
  const endLog = (): void => {
    open?.destination.destroy()
    open = null
  }
  const fail = (error: unknown): void => {
    obstacle = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    quietUntil = now() + pauseMs
    endLog()
  }
  const begin = (): void => {
    const newest = listLogFiles(folder).at(-1) ?? logFile(folder, 1)
    const bytes = measureFile(newest.path)
    const file = bytes < most ? newest : logFile(folder, newest.number + 1)
    makeFolders(folder)
    const destination = pino.destination({ fd: openFile(file.path), sync: true })
    destination.on('error', fail)
    open = { file, destination, bytes: file === newest ? bytes : 0 }
    removeOld(folder, file.number)
  }
  const write = (line: string): void => {
    if (now() < quietUntil) return
    try {
      if (open !== null && open.bytes >= most) endLog()
      if (open === null) begin()
      if (open === null) return
      open.bytes += Buffer.byteLength(line)
      obstacle = null
      // A failure comes as an event before this returns.
      open.destination.write(line)
    } catch (error) {
      fail(error)
    }
  }
  return { write, obstacle: () => obstacle, close: endLog }
}

function measureFile(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** One that another process still writes to is removed by a later opening where the system does not allow it now. */
function removeOld(folder: string, current: number): void {
  for (const { number, path } of listLogFiles(folder)) {
    if (number <= current - keptFiles) rmSync(path, { force: true })
  }
}
