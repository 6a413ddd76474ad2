import { createHash, type Hash } from 'node:crypto'
import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import { isDeeperThan } from '../../shared/kernel/json-values.ts'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import { lighten } from '../platform/files/text-shelf.ts'
import type { ImportLimits } from './import-limits.ts'
import { isRecord, type Fields } from './json/fields.ts'
import { skipSpace, skipValue } from './json/skip-value.ts'
import type { SourceFile } from './source-file.ts'
import { withoutZeros } from './without-zeros.ts'

/** A record of a file with one JSON object a line. */
export type LineRecord = Readonly<{
  /** Counted from 1. */
  line: number
  value: Fields
}>

export type LineReading = Readonly<{
  records: readonly LineRecord[]
  /** Whether the last line is cut: it is being written at this moment, or never was written whole. */
  isGrowing: boolean
  problems: readonly ImportProblem[]
}>

/** So many lines that cannot be read are named one by one. */
const mostNamed = 5

type Fault = Readonly<{ line: number; reason: string }>

/** What stands in the whole lines at the beginning of a file. */
type Lines = Readonly<{
  bytes: number
  lines: number
  records: readonly LineRecord[]
  faults: readonly Fault[]
}>

const noLines: Lines = { bytes: 0, lines: 0, records: [], faults: [] }

/**
 * Reads the records of a file with one JSON object a line; what is no object is named and left out. Never throws. Of a
 * large file that was changed and read a moment ago, only what was appended since is parsed.
 */
export function readJsonLines(file: SourceFile, { depth }: ImportLimits): LineReading {
  const whole = file.utf8 ?? Buffer.from(file.text)
  const before = findKnownStart(whole, depth)
  const lines = parseLines(whole.subarray(0, whole.lastIndexOf(0x0a) + 1), before.known, depth)
  if (lines.bytes > 0 && whole.length >= leastKept && mayGrow(file)) keep(lines, before, whole, depth)
  // What stands behind the last end of a line may be half of one.
  const { values: last, hasZeros } = readLineValues(whole.toString('utf8', lines.bytes).trim())
  const { records, faults } =
    last === null || last.length === 0 ? lines : withValues(lines, { values: last, hasZeros }, depth)
  return { records, isGrowing: last === null, problems: buildLineProblems(file.name, faults, last === null) }
}

function mayGrow({ changedTs }: SourceFile): boolean {
  return changedTs === null || Date.now() - changedTs < endedMs
}

/** Goes on behind the lines that are known; the text of the whole is never made. */
function parseLines(whole: Buffer, known: Lines, depth: number): Lines {
  const records = [...known.records]
  const faults = [...known.faults]
  let [start, line] = [known.bytes, known.lines]
  while (start < whole.length) {
    const end = whole.indexOf(0x0a, start)
    line += 1
    addLine({ records, faults }, whole.toString('utf8', start, end), line, depth)
    start = end + 1
  }
  return { bytes: whole.length, lines: line, records, faults }
}

type OpenLines = { readonly records: LineRecord[]; readonly faults: Fault[] }

function addLine(lines: OpenLines, text: string, line: number, depth: number): void {
  const { values, hasZeros } = readLineValues(text.trim())
  if (values === null) lines.faults.push({ line, reason: 'it is no JSON' })
  else if (hasZeros) lines.faults.push(buildZerosFault(line))
  addValues(lines, values ?? [], line, depth)
}

/** Takes the lines of a file as they come, each without its end; null stands for one that is too long to be read. */
export type LineCollector = Readonly<{
  add(line: Buffer | null): void
  /** What stands behind the last end of a line comes in here: it may be half of one. */
  finish(file: string, last: Buffer | null): LineReading
}>

/**
 * The same as `readJsonLines`, of lines that come one by one. Long texts of the records are kept packed; what their agent
 * writes and its reader never looks at, `unread`, is not kept at all.
 */
export function collectJsonLines(
  { depth, lineBytes }: ImportLimits,
  unread: readonly string[] = [],
): LineCollector {
  const lines: OpenLines = { records: [], faults: [] }
  const tooLong = `it is longer than ${Math.ceil(lineBytes / 2 ** 20)} MB`
  let line = 0
  const add = (text: string): void => {
    const from = lines.records.length
    addLine(lines, text, line, depth)
    for (const [at, record] of lines.records.slice(from).entries()) {
      for (const name of unread) Reflect.deleteProperty(record.value, name)
      lines.records[from + at] = { line, value: lighten(record.value) }
    }
  }
  return {
    add: (bytes) => {
      line += 1
      if (bytes === null) lines.faults.push({ line, reason: tooLong })
      else add(bytes.toString('utf8'))
    },
    finish: (file, last) => {
      line += 1
      const text = last?.toString('utf8') ?? ''
      const isGrowing = readLineValues(text.trim()).values === null
      if (last === null) lines.faults.push({ line, reason: tooLong })
      else if (!isGrowing) add(text)
      return { records: lines.records, isGrowing, problems: buildLineProblems(file, lines.faults, isGrowing) }
    },
  }
}

function withValues(
  known: Lines,
  { values, hasZeros }: LineValues & { readonly values: readonly unknown[] },
  depth: number,
): Pick<Lines, 'records' | 'faults'> {
  const zeros = hasZeros ? [buildZerosFault(known.lines + 1)] : []
  const added = { records: [...known.records], faults: [...known.faults, ...zeros] }
  addValues(added, values, known.lines + 1, depth)
  return added
}

function addValues(
  { records, faults }: { readonly records: LineRecord[]; readonly faults: Fault[] },
  values: readonly unknown[],
  line: number,
  depth: number,
): void {
  for (const value of values) {
    if (!isRecord(value)) faults.push({ line, reason: 'it is no JSON object' })
    else if (isDeeperThan(value, depth))
      faults.push({ line, reason: `it is nested more than ${depth} levels deep` })
    else records.push({ line, value })
  }
}

/** Files below this size are parsed sooner than anything is looked up, in bytes. */
const leastKept = 2 ** 20
/** The lines of so many bytes are kept, of several files together. */
const mostKept = 192 * 2 ** 20
/** A file that was not changed for so long has ended: a folder of such would fill the memory. In milliseconds. */
const endedMs = 600_000
/** How long the lines of a file are kept, in milliseconds: one of 100 MB that grows is read every minute or two. */
const keptMs = 180_000

type KeptLines = Readonly<{ lines: Lines; depth: number; end: Buffer; sha256: string; timer: NodeJS.Timeout }>

/** The one that was read last stands last. */
let kept: readonly KeptLines[] = []

/** Lines that need not be parsed, and the hash of their bytes, to go on with. */
type KnownStart = Readonly<{ from: KeptLines | null; known: Lines; hash: Hash }>

/**
 * The lines that are kept, if the file begins with the very bytes that they were read from. Where it lies, how large it
 * is and when it was changed say too little: files are cut, and written again in place.
 */
function findKnownStart(whole: Buffer, depth: number): KnownStart {
  for (const from of kept.toReversed()) {
    const { lines, end, sha256 } = from
    if (from.depth !== depth || !whole.subarray(0, lines.bytes).subarray(-end.length).equals(end)) continue
    const hash = createHash('sha256').update(whole.subarray(0, lines.bytes))
    if (hash.copy().digest('hex') === sha256) return { from, known: lines, hash }
  }
  return { from: null, known: noLines, hash: createHash('sha256') }
}

function keep(lines: Lines, { from, known, hash }: KnownStart, whole: Buffer, depth: number): void {
  const sha256 = hash.update(whole.subarray(known.bytes, lines.bytes)).digest('hex')
  const end = Buffer.from(whole.subarray(Math.max(0, lines.bytes - 64), lines.bytes))
  const timer = setTimeout(() => {
    kept = kept.filter((one) => one !== newest)
  }, keptMs).unref()
  const newest = { lines, depth, end, sha256, timer }
  clearTimeout(from?.timer)
  kept = [...kept.filter((one) => one !== from), newest]
  while (kept.reduce((sum, one) => sum + one.lines.bytes, 0) > mostKept) {
    clearTimeout(kept[0]?.timer)
    kept = kept.slice(1)
  }
}

type LineValues = Readonly<{
  /** Several where a crash glued records together; null where the line is no JSON. */
  values: readonly unknown[] | null
  hasZeros: boolean
}>

/** What a crash left around a record is no part of it, and may have been others. */
function readLineValues(line: string): LineValues {
  const own = withoutZeros(line)
  if (own === line) return { values: parseLineValues(line), hasZeros: false }
  return { values: own === '' ? null : parseLineValues(own), hasZeros: true }
}

function buildZerosFault(line: number): Fault {
  return { line, reason: 'a part of it is NUL characters' }
}

function parseLineValues(line: string): readonly unknown[] | null {
  // Exporters put comments between lines.
  if (line === '' || line.startsWith('//')) return []
  const whole = parseJsonText(line)
  if (whole !== undefined) return [whole]
  const values: unknown[] = []
  for (let at = 0; at < line.length;) {
    const end = skipValue(line, at)
    const value = end === -1 ? undefined : parseJsonText(line.slice(at, end))
    if (value === undefined) return null
    values.push(value)
    at = skipSpace(line, end)
  }
  return values
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function buildLineProblems(
  file: string,
  faults: readonly { readonly line: number; readonly reason: string }[],
  isGrowing: boolean,
): readonly ImportProblem[] {
  const named = faults.slice(0, mostNamed).map(({ line, reason }): ImportProblem => ({
    file,
    place: `line ${line}`,
    reason: `${reason}, and was left out`,
    severity: 'error',
  }))
  const more = faults.length - named.length
  return [
    ...named,
    ...(more > 0
      ? [
          {
            file,
            place: '',
            reason: `${formatCountWithNoun(more, 'more line')} cannot be read and ${more === 1 ? 'was' : 'were'} left out`,
            severity: 'error' as const,
          },
        ]
      : []),
    ...(isGrowing
      ? [
          {
            file,
            place: 'last line',
            reason: 'it is cut: it is still being written, or the agent ended in the middle of it',
            severity: 'warning' as const,
          },
        ]
      : []),
  ]
}
