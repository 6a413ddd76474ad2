import type { LineRecord } from '../json-lines.ts'
import { toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'

/** One entry of a session file, in its place in the tree. */
export type TreeEntry = Readonly<{
  /** Place among all entries, in the order of the file. */
  at: number
  line: number
  type: string
  id: string | null
  /** The entry before it, which always stands earlier in the file. */
  parent: TreeEntry | null
  ts: number | null
  value: Fields
}>

export type SessionTree = Readonly<{
  /** The first record; null where it is lost. */
  header: Fields | null
  entries: readonly TreeEntry[]
  /** The entry that an older compaction names by its place among the records, of which the header is the first. */
  byPlace(place: unknown): TreeEntry | null
  /** How often an entry named a parent that does not stand before it. */
  gaps: number
}>

/**
 * Arranges the records of a file as a tree. Entries of the first version have no ids, and each follows the one before
 * it. Where a parent is lost, the entry before takes its place.
 */
export function buildSessionTree(records: readonly LineRecord[]): SessionTree {
  const isHeader = ({ value }: LineRecord): boolean => value['type'] === 'session'
  const isLinear = records.every((record) => isHeader(record) || toTextOrNull(record.value['id']) === null)
  const known = new Map<string, TreeEntry>()
  const entries: TreeEntry[] = []
  let gaps = 0
  const findParent = (value: TreeEntry['value']): TreeEntry | null => {
    const previous = entries.at(-1) ?? null
    if (isLinear) return previous
    if (value['parentId'] === null) return null
    const parent = known.get(toTextOrNull(value['parentId']) ?? '')
    if (parent === undefined) gaps += 1
    return parent ?? previous
  }
  const places = records.map((record): TreeEntry | null => {
    const { value, line } = record
    const id = toTextOrNull(value['id'])
    if (isHeader(record) || isCopy(value, known.get(id ?? ''))) return null
    const type = toTextOrNull(value['type']) ?? ''
    const parent = findParent(value)
    const entry = { at: entries.length, line, type, id, parent, ts: toTimeOrNull(value['timestamp']), value }
    entries.push(entry)
    if (id !== null) known.set(id, entry)
    return entry
  })
  return {
    header: records.find(isHeader)?.value ?? null,
    entries,
    byPlace: (place) => (typeof place === 'number' ? (places[place] ?? null) : null),
    gaps,
  }
}

/** Whether a record was written twice. */
function isCopy(value: TreeEntry['value'], known: TreeEntry | undefined): boolean {
  return known !== undefined && JSON.stringify(known.value) === JSON.stringify(value)
}
