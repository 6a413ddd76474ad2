import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTimeOrNull, type Fields } from '../json/fields.ts'

/** A record of a Qwen Code session in the tree of records. */
export type TreeRecord = Readonly<{
  /** Place among the records of the tree, in the order of the file. */
  at: number
  /** Place of the record that it follows, always an earlier one; null at a root. */
  parentAt: number | null
  line: number
  uuid: string
  type: string
  subtype: string
  ts: number | null
  value: Fields
  payload: Fields
  /** Parts of its message; null where it has none. */
  parts: readonly unknown[] | null
}>

export type SessionRecords = Readonly<{
  records: readonly TreeRecord[]
  /** How often a record names a parent that is not there, or not yet. */
  gaps: number
  /** Lines that are no records of the tree. */
  skipped: number
}>

/** Sorts lines into the tree of a session. Lines that share an id are one record, which grew. */
export function readSessionRecords(lines: readonly LineRecord[]): SessionRecords {
  const records: TreeRecord[] = []
  const places = new Map<string, number>()
  let [gaps, skipped] = [0, 0]
  for (const { value, line } of lines) {
    const { uuid } = value
    if (typeof uuid !== 'string' || uuid === '') {
      skipped += 1
      continue
    }
    const own = places.get(uuid)
    const first = own === undefined ? undefined : records[own]
    if (first !== undefined && first.type === value['type'] && first.subtype === readSubtype(value)) {
      records[first.at] = growRecord(first, value)
      continue
    }
    const at = records.length
    const parentUuid = value['parentUuid']
    const found = typeof parentUuid === 'string' ? places.get(parentUuid) : undefined
    if (typeof parentUuid === 'string' && found === undefined && at > 0) gaps += 1
    // Notes of the agent have no parent of their own and are no beginning.
    const isRoot = parentUuid === null && value['type'] !== 'system'
    const parentAt = found ?? (isRoot || at === 0 ? null : at - 1)
    records.push(buildTreeRecord(value, { at, parentAt, line, uuid }))
    places.set(uuid, at)
  }
  return { records, gaps, skipped }
}

function buildTreeRecord(
  value: Fields,
  place: Pick<TreeRecord, 'at' | 'parentAt' | 'line' | 'uuid'>,
): TreeRecord {
  const { type, message, systemPayload, timestamp } = value
  return {
    ...place,
    type: typeof type === 'string' ? type : '',
    subtype: readSubtype(value),
    ts: toTimeOrNull(timestamp),
    value,
    payload: isRecord(systemPayload) ? systemPayload : {},
    parts: isRecord(message) && Array.isArray(message['parts']) ? message['parts'] : null,
  }
}

function readSubtype({ subtype }: Fields): string {
  return typeof subtype === 'string' ? subtype : ''
}

/** What a second line adds: parts that are new, and what it says about the record. */
function growRecord(first: TreeRecord, value: Fields): TreeRecord {
  const next = buildTreeRecord({ ...first.value, ...value }, first)
  const had = new Set(first.parts?.map((part) => JSON.stringify(part)))
  const added = (next.parts ?? []).filter((part) => !had.has(JSON.stringify(part)))
  return { ...next, ts: first.ts ?? next.ts, parts: [...(first.parts ?? []), ...added] }
}
