/** What the doctor found; stable, for scripts. */
export type FindingCode =
  | 'changed-table'
  | 'damaged-blobs'
  | 'damaged-freelist'
  | 'damaged-index'
  | 'damaged-json'
  | 'damaged-log'
  | 'damaged-pages'
  | 'damaged-schema'
  | 'damaged-values'
  | 'dangling-references'
  | 'empty'
  | 'folder'
  | 'foreign-object'
  | 'locked'
  | 'missing'
  | 'missing-index'
  | 'missing-table'
  | 'newer'
  | 'no-database'
  | 'no-version'
  | 'not-readable'
  | 'older'
  | 'read-error'
  | 'search-damaged'
  | 'stray-pages'
  | 'special-file'
  | 'truncated'
  | 'unreadable-rows'
  | 'wrong-version'

/** One kind of finding about one place. */
export type Finding = Readonly<{
  code: FindingCode
  /** Table, index, or the like; empty for the whole file. */
  place: string
  /** How many of what the code is about: rows, pages, blobs, frames; for versions, the version that was found. */
  count: number
  /** SQLite's own words, or the hashes of blobs; the first few. */
  details: readonly string[]
}>

/** What a database holds, as far as that can be read. */
export type DatabaseFigures = Readonly<{
  fileBytes: number
  schemaVersion: number
  tasks: number
  runs: number
  blobs: number
}>

export type Examined = Readonly<{
  filePath: string
  findings: readonly Finding[]
  /** Null where that cannot be read. */
  figures: DatabaseFigures | null
}>

const mostDetails = 3

/** A finding with the first few of its details. */
export function buildFinding(
  code: FindingCode,
  place = '',
  count = 1,
  details: readonly string[] = [],
): Finding {
  return { code, place, count, details: details.slice(0, mostDetails) }
}
