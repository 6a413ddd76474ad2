import { isDeeperThan } from '../../shared/lib/json-values.ts'
import type { ImportProblem } from '../../shared/domain/task.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import type { ImportLimits } from './import-limits.ts'
import { isRecord } from './json/read-json.ts'
import { skipSpace, skipValue } from './json/skip-value.ts'
import type { SourceFile } from './source-file.ts'

/** A record of a file with one JSON object a line. */
export type LineRecord = Readonly<{
  /** Counted from 1. */
  line: number
  value: Readonly<Record<string, unknown>>
}>

export type LineReading = Readonly<{
  records: readonly LineRecord[]
  /** Whether the last line is cut: it is being written at this moment, or never was written whole. */
  isGrowing: boolean
  problems: readonly ImportProblem[]
}>

/** So many lines that cannot be read are named one by one. */
const mostNamed = 5

/** Reads the records of a file with one JSON object a line; what is no object is named and left out. Never throws. */
export function readJsonLines(file: SourceFile, { depth }: ImportLimits): LineReading {
  const records: LineRecord[] = []
  const faults: { line: number; reason: string }[] = []
  let isGrowing = false
  for (const { text, line, isLast } of linesOf(file)) {
    const trimmed = text.trim()
    // Exporters put comments between lines.
    if (trimmed === '' || trimmed.startsWith('//')) continue
    const values = valuesOf(trimmed)
    if (values === null && isLast) isGrowing = true
    else if (values === null) faults.push({ line, reason: 'it is no JSON' })
    for (const value of values ?? []) {
      if (!isRecord(value)) faults.push({ line, reason: 'it is no JSON object' })
      else if (isDeeperThan(value, depth))
        faults.push({ line, reason: `it is nested more than ${depth} levels deep` })
      else records.push({ line, value })
    }
  }
  return { records, isGrowing, problems: problemsOf(file.name, faults, isGrowing) }
}

type Line = { readonly text: string; readonly line: number; readonly isLast: boolean }

/** Lines one after the other; the text of the whole is never made. */
function* linesOf({ utf8, text }: SourceFile): Generator<Line> {
  const whole = utf8 ?? Buffer.from(text)
  let [start, line] = [0, 1]
  while (start < whole.length) {
    const end = whole.indexOf(0x0a, start)
    const isLast = end === -1
    yield { text: whole.toString('utf8', start, isLast ? whole.length : end), line, isLast }
    if (isLast) return
    start = end + 1
    line += 1
  }
}

/** The values of a line; several where a crash glued records together. Null where it is no JSON. */
function valuesOf(line: string): readonly unknown[] | null {
  const whole = parsed(line)
  if (whole !== undefined) return [whole]
  const values: unknown[] = []
  for (let at = 0; at < line.length;) {
    const end = skipValue(line, at)
    const value = end === -1 ? undefined : parsed(line.slice(at, end))
    if (value === undefined) return null
    values.push(value)
    at = skipSpace(line, end)
  }
  return values
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemsOf(
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
            reason: `${countOf(more, 'more line')} cannot be read and ${more === 1 ? 'was' : 'were'} left out`,
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
