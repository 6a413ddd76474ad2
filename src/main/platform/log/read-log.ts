import { statSync } from 'node:fs'
import {
  logEntrySchema,
  logLevels,
  type EntryLevel,
  type LogEntry,
} from '../../../shared/installation/log-types.ts'
import { openToRead } from '../files/read-file.ts'
import { listLogFiles } from './log-files.ts'

export type LogFilter = {
  /** Entries of this level and above ones. */
  readonly level?: EntryLevel | undefined
  /** Milliseconds since 1970. */
  readonly sinceTs?: number | undefined
}

/** The newest entries that fit, the oldest of them first. */
export async function readLog(
  folder: string,
  { lines, ...filter }: LogFilter & { readonly lines: number },
): Promise<readonly LogEntry[]> {
  const found: LogEntry[][] = []
  let count = 0
  for (const { path } of listLogFiles(folder).toReversed()) {
    const { entries } = await readFrom(path, 0)
    const fitting = entries.filter((entry) => matchesFilter(entry, filter))
    found.unshift(fitting)
    count += fitting.length
    const isBefore = filter.sinceTs !== undefined && (entries[0]?.time ?? 0) < filter.sinceTs
    if (count >= lines || isBefore) break
  }
  // Two processes may write into two files at the same time.
  return found
    .flat()
    .toSorted((a, b) => a.time - b.time)
    .slice(-lines)
}

/** Milliseconds between two looks at files that grow. */
const lookEveryMs = 400

/** Entries that are written from now on, until the signal fires. */
export function followLog(
  folder: string,
  filter: LogFilter,
  signal: AbortSignal,
): AsyncGenerator<LogEntry, void> {
  // Taken at once: what is written while nobody asks yet is not missed.
  const read = new Map(
    listLogFiles(folder).map(({ path }) => [path, statSync(path, { throwIfNoEntry: false })?.size ?? 0]),
  )
  return follow({ folder, filter, read }, signal)
}

async function* follow(
  {
    folder,
    filter,
    read,
  }: { readonly folder: string; readonly filter: LogFilter; readonly read: Map<string, number> },
  signal: AbortSignal,
): AsyncGenerator<LogEntry, void> {
  while (!signal.aborted) {
    for (const { path } of listLogFiles(folder)) {
      const { entries, end } = await readFrom(path, read.get(path) ?? 0)
      read.set(path, end)
      yield* entries.filter((entry) => matchesFilter(entry, filter))
    }
    await pause(lookEveryMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const endWait = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', endWait)
      resolve()
    }
    const timer = setTimeout(endWait, ms)
    signal.addEventListener('abort', endWait)
  })
}

/** Whole lines from an offset in bytes, and where the last of them ends. What is no entry is passed over. */
async function readFrom(
  path: string,
  start: number,
): Promise<{ readonly entries: LogEntry[]; readonly end: number }> {
  const file = await openToRead(path).catch(() => null)
  if (file === null) return { entries: [], end: start }
  try {
    const { size } = await file.stat()
    if (size <= start) return { entries: [], end: start }
    const bytes = Buffer.alloc(size - start)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    const last = bytes.subarray(0, bytesRead).lastIndexOf(10)
    const text = bytes.subarray(0, last + 1).toString('utf8')
    return { entries: text.split('\n').flatMap(readEntry), end: start + last + 1 }
  } finally {
    await file.close()
  }
}

function readEntry(line: string): LogEntry[] {
  if (line === '') return []
  try {
    const parsed = logEntrySchema.safeParse(JSON.parse(line))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

function matchesFilter({ level: own, time }: LogEntry, { level, sinceTs }: LogFilter): boolean {
  if (level !== undefined && logLevels.indexOf(own) > logLevels.indexOf(level)) return false
  return sinceTs === undefined || time >= sinceTs
}
