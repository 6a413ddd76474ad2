import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { latestVersion, buildVersionShape } from '../doctor/schema-shape.ts'
import { garbage, overwrite, pageBytes, pagesOfTables } from './damage.ts'

/** A whole database, and a copy of it to be damaged in a folder of its own. */
export type DamageBench = Readonly<{ whole: string; damaged: string; folder: string }>

/** A page of a table that holds rows, or one that only leads to them. */
export function findTablePage(bench: DamageBench, table: string, kind: 'leaf' | 'inner'): number {
  const pages = [...pagesOfTables(bench.whole)].filter(
    ([, page]) => page.table === table && (kind === 'leaf') === page.rows > 0,
  )
  return pages[Math.floor(pages.length / 2)]![0]
}
/** Writes over a whole page. */
export const spoilPage = (bench: DamageBench, page: number, bytes = garbage(pageBytes)): void =>
  overwrite(bench.damaged, (page - 1) * pageBytes, bytes)
/** How many rows a page holds. */
export const rowsOn = (bench: DamageBench, page: number): number =>
  pagesOfTables(bench.whole).get(page)?.rows ?? 0
/** Where an index begins in a database that was never vacuumed. */
export const findIndexRoot = (index: string): number =>
  buildVersionShape(latestVersion).indexes.find(({ name }) => name === index)!.root

/** Changes the damaged file by SQL that nothing keeps from it. */
export function change(bench: DamageBench, sql: string): void {
  const database = new Database(bench.damaged)
  database.unsafeMode(true)
  database.pragma('foreign_keys = OFF')
  database.pragma('journal_mode = DELETE')
  database.exec(sql)
  database.close()
}

/** Leaves a log with one transaction for each of ten rows, as a killed process does. */
export function leaveLog(bench: DamageBench): void {
  const other = join(bench.folder, 'writer.sqlite')
  copyFileSync(bench.damaged, other)
  const writer = new Database(other)
  writer.pragma('journal_mode = WAL')
  for (let index = 0; index < 10; index += 1)
    writer.prepare('insert into preferences values (?, ?)').run(`late-${index}`, '1')
  copyFileSync(other, bench.damaged)
  copyFileSync(`${other}-wal`, `${bench.damaged}-wal`)
  writer.close()
}

/** A kind of damage. */
export type DamageCase = readonly [
  name: string,
  /** `corrupt` where SQLite reads nothing. */
  damage: (bench: DamageBench) => Record<string, number> | 'corrupt' | null,
  /** What the doctor finds, with the place. */
  findings: readonly string[],
]
