import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-copies-'))
  vi.stubEnv('TMPDIR', folder)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32')(
  'copies of databases that a process has left are removed, by its end or by the next one',
  async () => {
    const { copyToScratch } = await import('./copy-database.ts')
    const { removeOwnFolders } = await import('./leftovers.ts')
    // No process has this id on any system.
    const left = join(folder, 'dewpoint-copy-2147483646-abcdef')
    const ofAnother = join(folder, `dewpoint-copy-${process.ppid}-abcdef`)
    mkdirSync(left)
    mkdirSync(ofAnother)
    const path = join(folder, 'a.db')
    writeFileSync(path, 'x')
    const { filePath } = copyToScratch(path)
    expect([filePath, left, ofAnother].map(existsSync)).toEqual([true, false, true])
    removeOwnFolders('copy')
    expect([filePath, ofAnother, path].map(existsSync)).toEqual([false, true, true])
  },
)
