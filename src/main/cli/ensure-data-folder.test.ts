import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureDataFolder } from './ensure-data-folder.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('is made with all folders above it, and may be there already', async () => {
    const path = join(folder, 'a', 'b')
    await ensureDataFolder(path)
    await ensureDataFolder(path)
    expect((await stat(path)).isDirectory()).toBe(true)
  })

  it('is refused as a file, and below one', async () => {
    const path = join(folder, 'file.txt')
    await writeFile(path, 'mine')
    await expect(ensureDataFolder(path)).rejects.toThrow('The data folder is a file, not a folder.')
    await expect(ensureDataFolder(join(path, 'sub', 'data'))).rejects.toThrow(/is a file|cannot be created/)
  })

  it.runIf(existsSync('/proc/self'))('is refused at once where nothing can be created', async () => {
    await expect(ensureDataFolder('/proc/nothing/here')).rejects.toThrow('cannot be created here')
  })
})
