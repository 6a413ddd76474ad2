import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isWholeRun } from '../../../kernel/testing/shares.ts'
import { countRows, readSchemaVersion } from '../copies/database-copy.ts'
import { migrations } from '../migrations/migrations.ts'
import { writeOldDatabase } from '../testing/old-database.ts'

const tryToOpen = fileURLToPath(new URL('../testing/try-to-open.ts', import.meta.url))

/** `DEWPOINT_KILLS=30` kills that many, over a database in which each step takes longer; the gate two. */
const kills = Number(process.env['DEWPOINT_KILLS'] ?? (isWholeRun ? 4 : 2))
const size = kills > 4 ? { tasks: 12_000, charsEach: 6000 } : { tasks: 2000, charsEach: 3000 }

let folder = ''
const toFilePath = (name: string): string => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-killed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the store in a process of its own, and says what that process said; kills it after a time. */
async function openInChild(killAfterMs: number | null): Promise<string> {
  const child = spawn(process.execPath, [tryToOpen, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await once(child, 'close')
  clearTimeout(timer)
  return said
}

/** What is wrong with a database of a version that holds these rows; null where it is whole. */
function findFault(name: string, version: number, rows: number): string | null {
  const database = new Database(toFilePath(name), { readonly: true, fileMustExist: true })
  try {
    const found = String(database.pragma('integrity_check(1)', { simple: true }))
    const counts = countRows(database)
    const state = [found, readSchemaVersion(database), counts.get('tasks'), counts.get('runs')]
    return String(state) === String(['ok', version, rows, 2 * rows]) ? null : `${name}: ${String(state)}`
  } finally {
    database.close()
  }
}

it(
  `leaves whole backups and a database that opens, however often it is killed (${kills} times)`,
  { timeout: 600_000 + kills * 30_000 },
  async () => {
    writeOldDatabase(toFilePath('old'), { version: 6, ...size })
    copyFileSync(toFilePath('old'), toFilePath('dewpoint.sqlite'))
    const started = performance.now()
    expect(await openInChild(null)).toBe('opened')
    const whole = performance.now() - started
    const faults: (string | null)[] = []
    let killed = 0
    for (let index = 0; index < kills; index += 1) {
      for (const name of readdirSync(folder)) if (name !== 'old') rmSync(toFilePath(name))
      copyFileSync(toFilePath('old'), toFilePath('dewpoint.sqlite'))
      // Spread over all of it, at a random moment of each part.
      if ((await openInChild((whole * (index + Math.random())) / kills)) === '') killed += 1
      const backups = readdirSync(folder).filter((name) => name.endsWith('.backup'))
      faults.push(...backups.map((name) => findFault(name, 6, size.tasks)))
      expect(await openInChild(null)).toBe('opened')
      faults.push(findFault('dewpoint.sqlite', migrations.at(-1)!.version, size.tasks))
      const names = readdirSync(folder)
      expect(names.filter((name) => name.includes('.part'))).toEqual([])
      expect(names.filter((name) => name.endsWith('.backup')).length).toBeGreaterThan(0)
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([])
    expect(killed).toBeGreaterThan(0)
  },
)
