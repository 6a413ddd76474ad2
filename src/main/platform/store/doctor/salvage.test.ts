import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fullTasks,
  garbage,
  overwrite,
  pageBytes,
  pagesOfTables,
  readAllRows,
  writeFullDatabase,
} from '../testing/damage.ts'
import { salvage, type Salvaged } from './salvage.ts'
import { latestVersion } from './schema-shape.ts'

let all = ''
let folder = ''
const whole = (): string => join(all, 'whole.sqlite')
const damaged = (): string => join(folder, 'dewpoint.sqlite')
const saved = (): string => join(folder, 'saved.sqlite')

beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'dewpoint-salvage-'))
  writeFullDatabase(whole(), latestVersion)
})
afterAll(() => rmSync(all, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-salvage-'))
  copyFileSync(whole(), damaged())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const toSaved = (): Promise<Salvaged> => salvage(damaged(), saved())

/** Rows of the whole database that are not in the saved one, by table; and those that were never there. */
function difference(): { lost: Record<string, number>; made: Record<string, number> } {
  const before = readAllRows(whole())
  const after = readAllRows(saved())
  const count = (one: typeof before, other: typeof before): Record<string, number> =>
    Object.fromEntries(
      [...one]
        .map(([table, rows]) => [
          table,
          [...rows].filter((row) => other.get(table)?.has(row) !== true).length,
        ])
        .filter(([, rows]) => rows !== 0),
    )
  return { lost: count(before, after), made: count(after, before) }
}

/** The largest table's pages with rows, or those that only lead to others. */
const findTablePages = (table: string, kind: 'leaf' | 'inner'): number[] =>
  [...pagesOfTables(whole())]
    .filter(([, page]) => page.table === table && (kind === 'leaf') === page.rows > 0)
    .map(([number]) => number)

describe('an undamaged database', () => {
  it('is salvaged with each of its rows, and left as it was', async () => {
    const before = readFileSync(damaged())
    const { tables, orphans } = await toSaved()
    expect(difference()).toEqual({ lost: {}, made: {} })
    expect(tables.find(({ table }) => table === 'runs')).toEqual({
      table: 'runs',
      copied: 2 * fullTasks,
      lost: 0,
      isCounted: true,
      isTorn: false,
    })
    expect([orphans, tables.filter(({ lost, isTorn }) => lost > 0 || isTorn)]).toEqual([[], []])
    expect(readFileSync(damaged()).equals(before)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['dewpoint.sqlite', 'saved.sqlite'])
  })

  it('gives what stands in its log', async () => {
    const writer = new Database(damaged())
    writer.exec("insert into preferences values ('late', '1')")
    await toSaved()
    writer.close()
    expect(difference()).toEqual({ lost: {}, made: { preferences: 1 } })
  })
})

describe('a page of garbage', () => {
  it.each(['runs', 'tasks', 'library_tasks', 'blobs', 'survey_kinds', 'model_calls'])(
    'costs %s the rows of that page alone',
    async (table) => {
      const [page = 0] = findTablePages(table, 'leaf').slice(1)
      const rows = pagesOfTables(whole()).get(page)!.rows
      overwrite(damaged(), (page - 1) * pageBytes, garbage(pageBytes))
      const { tables } = await toSaved()
      expect(difference()).toEqual({ lost: { [table]: rows }, made: {} })
      const figures = tables.find((one) => one.table === table)!
      expect(figures.isTorn).toBe(true)
      // No index counts the rows of a table that is ordered by its key.
      expect(figures.lost).toBe(table === 'survey_kinds' ? 0 : rows)
    },
  )

  it.each(['runs', 'tasks', 'blobs'])(
    'costs all of %s where it led to the rows, and says so',
    async (table) => {
      const [root = 0] = findTablePages(table, 'inner')
      overwrite(damaged(), (root - 1) * pageBytes, garbage(pageBytes))
      const { tables } = await toSaved()
      const rows = readAllRows(whole()).get(table)!.size
      expect(difference()).toEqual({ lost: { [table]: rows }, made: {} })
      expect(tables.find((one) => one.table === table)).toEqual({
        table,
        copied: 0,
        lost: rows,
        isCounted: true,
        isTorn: true,
      })
    },
  )
})

describe('a file', () => {
  it('without its head is left to a backup', async () => {
    overwrite(damaged(), 0, Buffer.alloc(100))
    await expect(toSaved()).rejects.toMatchObject({
      code: 'corrupt',
      hint: expect.stringContaining('restore'),
    })
  })

  it('that was cut keeps the rows before the cut', async () => {
    const pages = [...pagesOfTables(whole())]
    const cut = Math.floor(readFileSync(whole()).length / pageBytes / 2)
    const { ftruncateSync, openSync, closeSync } = await import('node:fs')
    const file = openSync(damaged(), 'r+')
    ftruncateSync(file, cut * pageBytes + 100)
    closeSync(file)
    await toSaved()
    const { lost, made } = difference()
    expect(made).toEqual({})
    // Of tables in the order of their key, rows on the pages that lead to others are lost with what those led to.
    expect(lost['survey_kinds']).toBe(readAllRows(whole()).get('survey_kinds')!.size)
    for (const table of ['runs', 'tasks', 'library_tasks']) {
      const beyond = pages
        .filter(([page, one]) => page > cut && one.table === table)
        .reduce((sum, [, { rows }]) => sum + rows, 0)
      expect([table, lost[table] ?? 0]).toEqual([table, beyond])
    }
  })
})
