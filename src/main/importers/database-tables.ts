import { readDatabase, type AgentDatabase } from './database.ts'
import type { FileHead } from './file-head.ts'
import { ImportFailure } from './import-failure.ts'
import { isDatabase } from './packed-file.ts'
import type { ParsedSource } from './parsed-source.ts'

/** Columns by which tables are known. */
export type KnownTables = Readonly<Record<string, readonly string[]>>

/** Whether the beginning of a database describes these tables, as its first pages do. */
export function describesTables({ bytes, text }: FileHead, wanted: KnownTables): boolean {
  return (
    isDatabase(bytes) &&
    Object.entries(wanted).every(([table, columns]) => {
      const begins = new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?["'\`[]?${table}["'\`\\]]?\\s*\\(`, 'gi')
      return [...text.matchAll(begins)].some(({ index }) => {
        const statement = statementAt(text, index)
        return columns.every((column) => new RegExp(`\\b${column}\\b`).test(statement))
      })
    })
  )
}

/** Statements stand in a page without anything between them: one ends where its bracket is closed. */
function statementAt(text: string, start: number): string {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** Whether a source is a database with these tables. Throws `ImportFailure` where it is a database that cannot be read. */
export function hasTables(source: ParsedSource, wanted: KnownTables): boolean {
  const bytes = source.kind === 'file' ? source.head()?.bytes : undefined
  if (bytes === undefined || !isDatabase(bytes)) return false
  if (source.realPath === '') failWithoutPath(source)
  return readDatabase(source.realPath, (database) =>
    Object.entries(wanted).every(([table, columns]) => {
      const own = columnsOf(database, table)
      return columns.every((column) => own.has(column))
    }),
  )
}

/** Names of the columns of a table; none where it is not there. */
export function columnsOf({ rows }: AgentDatabase, table: string): ReadonlySet<string> {
  return new Set(rows('select name from pragma_table_info(?)', table).map(({ name }) => String(name)))
}

function failWithoutPath({ name }: ParsedSource): never {
  throw new ImportFailure({
    code: 'unreadable',
    message: `${name} is a database, which can only be read where it lies`,
    where: name,
    hint: 'Choose the file by its path, or its folder, instead of dropping it.',
  })
}
