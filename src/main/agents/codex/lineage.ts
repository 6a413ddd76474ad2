import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { LineReading } from '../json-lines.ts'
import { readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'
import { readRolloutLine, type RolloutLine } from './lines.ts'

/** A rollout with what it took over from the thread that it continues. */
export type Rollout = Readonly<{
  lines: readonly RolloutLine[]
  /** Index of the first line that is of this thread alone; requests before it are those of another one. */
  ownFrom: number
  /** What its first line says. */
  meta: Fields
  problems: readonly ImportProblem[]
}>

/** A day, in milliseconds. */
const day = 86_400_000
/** Copies of a parent's history are written at once, all within this many milliseconds. */
const copyTime = 2000

/** Reads a rollout, and the ones that it continues as far as they can be found. */
export async function readWholeRollout(source: ParsedSource, reading: LineReading): Promise<Rollout> {
  const own = reading.records.flatMap((record) => readRolloutLine(record) ?? [])
  const meta = own.find(({ type }) => type === 'session_meta')?.payload ?? {}
  const base = await readBaseRollouts(source, meta, new Set([source.only().name]))
  return {
    lines: [...base.lines, ...own],
    ownFrom: base.lines.length + findOwnStart(own, meta),
    meta,
    problems: base.problems,
  }
}

type Base = Pick<Rollout, 'lines' | 'problems'>

/** Lines of the rollouts that one continues, the first rollout first. `seen` holds the names of files on the way. */
async function readBaseRollouts(
  source: ParsedSource,
  meta: Fields,
  seen: ReadonlySet<string>,
): Promise<Base> {
  const base = readNestedFields(meta, 'history_base')
  const id = toTextOrNull(base['thread_id'])
  if (id === null) return { lines: [], problems: [] }
  const found = await findRollout(source, id)
  const isCircle = found !== null && seen.has(found.name)
  if (found === null || isCircle) {
    const reason = isCircle
      ? `rollout ${id}, which it continues, continues it in turn, so what was before is left out`
      : `rollout ${id}, which it continues, was not found, so what was sent before is missing`
    return {
      lines: [],
      problems: [{ file: source.only().name, place: 'history_base', reason, severity: 'warning' }],
    }
  }
  const all = source.lines(found.file).records.flatMap((record) => readRolloutLine(record) ?? [])
  const end = base['end_ordinal_exclusive']
  const lines = all
    .filter(({ ordinal }, at) => typeof end !== 'number' || (ordinal ?? at) < end)
    .map((line) => ({ ...line, line: null }))
  const older = await readBaseRollouts(
    source,
    all.find(({ type }) => type === 'session_meta')?.payload ?? {},
    new Set([...seen, found.name]),
  )
  return { lines: [...older.lines, ...lines], problems: older.problems }
}

type Found = Readonly<{ name: string; file: SourceFile }>

/** A rollout by its id, which is the end of its name. Folders are those of days by local time. */
async function findRollout({ beside }: ParsedSource, id: string): Promise<Found | null> {
  if (!/^[\w-]+$/.test(id)) return null
  const ts = readIdTime(id)
  const days = ts === null ? [] : [ts, ts - day, ts + day].map(buildDayFolder)
  const folders = [
    '.',
    ...days.flatMap((folder) => [`../../../${folder}`, `../sessions/${folder}`]),
    '../../../../archived_sessions',
  ]
  for (const folder of folders) {
    const name = (await beside.names(folder)).find((one) => isRollout(one, id))
    const file = name === undefined ? null : await beside.read(`${folder}/${name}`)
    if (name !== undefined && file !== null) return { name, file }
  }
  return null
}

function isRollout(name: string, id: string): boolean {
  const stem = name.replace(/\.jsonl(?:\.zst)?$/, '')
  return stem !== name && (stem.endsWith(`-${id}`) || stem.endsWith(`_${id}`))
}

const buildDayFolder = (ts: number): string => new Date(ts).toISOString().slice(0, 10).replaceAll('-', '/')

/** Where the lines of a rollout begin that are no copies of its parent's. */
function findOwnStart(lines: readonly RolloutLine[], meta: Fields): number {
  const start = meta['subagent_history_start_ordinal']
  if (typeof start === 'number') {
    const at = lines.findIndex(({ ordinal }) => ordinal !== null && ordinal >= start)
    return at === -1 ? lines.length : at
  }
  const id = toTextOrNull(meta['id'])
  const heads = lines.slice(
    0,
    lines.findIndex(({ type }) => type !== 'session_meta'),
  )
  const hasParent = heads.some(({ payload }) => toTextOrNull(payload['id']) !== id)
  if (toTextOrNull(meta['forked_from_id']) === null && !hasParent) return 0
  if (toTextOrNull(readNestedFields(meta, 'history_base')['thread_id']) !== null) return 0
  // Copies get times of their own. What tells them is that their turns are older than the thread itself.
  const born = readIdTime(id) ?? lines[0]?.ts ?? null
  const turns = lines.map(({ type, payload }) =>
    type === 'turn_context' || payload['type'] === 'task_started'
      ? readIdTime(toTextOrNull(payload['turn_id']))
      : null,
  )
  if (born === null) return 0
  if (turns.every((ts) => ts === null))
    return lines.findLastIndex(({ ts }) => ts !== null && ts <= born + copyTime) + 1
  const at = turns.findIndex((ts) => ts !== null && ts >= born)
  return at === -1 ? lines.length : at
}

/** Milliseconds since 1970 at which an id was made; null for ids that do not tell. */
function readIdTime(id: string | null): number | null {
  const found = id === null ? null : /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-/i.exec(id)
  return found === null ? null : Number.parseInt(`${found[1]}${found[2]}`, 16)
}
