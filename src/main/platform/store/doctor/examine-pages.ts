import Database from 'better-sqlite3'
import { z } from 'zod'
import { append } from '../../../../shared/kernel/append.ts'
import { buildFinding, type Finding, type FindingCode } from './build-finding.ts'

/** More lines say no more than these. */
const mostLines = 1000

const lineSchema = z.object({ integrity_check: z.string() })
const entriesSchema = z.array(
  z.object({ type: z.string(), name: z.string(), tbl_name: z.string(), rootpage: z.number() }),
)
type Entries = z.infer<typeof entriesSchema>

type Sorted = { readonly code: FindingCode; readonly place: string }

/** SQLite's own check of pages, indexes and values, sorted by what is damaged. Throws what SQLite throws. */
export function examinePages(database: Database.Database): readonly Finding[] {
  const entries = entriesSchema.parse(
    database.prepare('select type, name, tbl_name, rootpage from sqlite_schema where rootpage > 0').all(),
  )
  const groups = Map.groupBy(checkTables(database, entries), (line) => JSON.stringify(sort(line, entries)))
  const findings = [...groups.values()].map((group) => {
    const { code, place } = sort(group[0] ?? '', entries)
    return buildFinding(code, place, group.length, group)
  })
  return withoutConsequences(findings, entries)
}

/** SQLite gives up at a damaged page; table by table, all of them are named. */
function checkTables(database: Database.Database, entries: Entries): readonly string[] {
  const whole = check(database, String(mostLines))
  if (!whole.isCut) return whole.lines
  const tables = entries.filter(({ type }) => type === 'table')
  const byTable = tables.flatMap(({ name, rootpage }) => {
    const { lines, isCut } = check(database, `"${name.replaceAll('"', '""')}"`)
    const isUnnamed = isCut && !lines.some((line) => line.startsWith('Tree '))
    return isUnnamed ? [...lines, `Tree ${rootpage}: cannot be read`] : lines
  })
  return [...new Set([...whole.lines, ...byTable])]
}

function check(
  database: Database.Database,
  argument: string,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines: string[] = []
  try {
    for (const row of database.prepare(`pragma integrity_check(${argument})`).iterate()) {
      const said = lineSchema.parse(row).integrity_check.split('\n')
      append(
        lines,
        said.filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***')),
      )
    }
    return { lines, isCut: false }
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))
      return { lines, isCut: true }
    throw error
  }
}

const patterns: readonly (readonly [RegExp, FindingCode])[] = [
  [/^(?:main )?freelist/i, 'damaged-freelist'],
  [/^page \d+: never used/i, 'stray-pages'],
  [
    /(?:missing from|entries in|non-unique entry in|not a valid entry.{0,200} in) index (?<place>\S+)/i,
    'damaged-index',
  ],
  [/value in (?<place>[^.\s]+)\./i, 'damaged-values'],
]

function sort(line: string, entries: Entries): Sorted {
  for (const [pattern, code] of patterns) {
    const found = pattern.exec(line)
    if (found !== null) return { code, place: found.groups?.['place'] ?? '' }
  }
  const root = /^(?:on )?tree (\d+)/i.exec(line)?.[1]
  const owner = entries.find(({ rootpage }) => rootpage === Number(root))
  return { code: owner?.type === 'index' ? 'damaged-index' : 'damaged-pages', place: owner?.name ?? '' }
}

/** Indexes do not agree with a table that has lost a page, and pages below a damaged one belong to nothing. */
function withoutConsequences(findings: readonly Finding[], entries: Entries): readonly Finding[] {
  const torn = new Set(findings.filter(({ code }) => code === 'damaged-pages').map(({ place }) => place))
  if (torn.size === 0) return findings
  const tableOf = new Map(entries.map((entry) => [entry.name, entry.tbl_name]))
  return findings.filter(
    ({ code, place, details }) =>
      code !== 'stray-pages' &&
      !(
        code === 'damaged-index' &&
        torn.has(tableOf.get(place) ?? '') &&
        !details.some((line) => line.startsWith('Tree '))
      ),
  )
}
