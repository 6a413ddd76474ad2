import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileFailure } from './file-failure.ts'
import { readSettingsText, restoreSettings, withSettings } from './settings-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fail = () => Promise.reject(new Error('no room'))

describe('settings in a file', () => {
  it('are as before, without a copy, where the work fails', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, 'before')
    const writing = { path, text: 'after', before: 'before', backup: join(folder, 'a.json.kept') }
    await expect(withSettings(writing, fail)).rejects.toThrow('no room')
    expect(await readdir(folder)).toEqual(['a.json'])
    expect(await readFile(path, 'utf8')).toBe('before')
    await expect(
      withSettings({ ...writing, path: join(folder, 'new/b.json'), before: null }, fail),
    ).rejects.toThrow('no room')
    expect(await readdir(folder)).toEqual(['a.json'])
  })

  it('are not written where a copy is there already, or the place is a folder', async () => {
    const path = join(folder, 'a.json')
    const backup = join(folder, 'a.json.kept')
    await writeFile(path, 'before')
    await writeFile(backup, 'older')
    const work = () => Promise.resolve(1)
    await expect(withSettings({ path, text: 'after', before: 'before', backup }, work)).rejects.toThrow(
      FileFailure,
    )
    expect([await readFile(path, 'utf8'), await readFile(backup, 'utf8')]).toEqual(['before', 'older'])
    await expect(readSettingsText(folder)).rejects.toThrow(FileFailure)
    expect(await readSettingsText(join(folder, 'none'))).toBeNull()
  })

  it('come back from their copy, which goes', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, 'before', { mode: 0o600 })
    await withSettings({ path, text: 'after', before: 'before', backup: `${path}.kept` }, () =>
      Promise.resolve(),
    )
    await restoreSettings(path, `${path}.kept`)
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['a.json'], 'before'])
  })
})
