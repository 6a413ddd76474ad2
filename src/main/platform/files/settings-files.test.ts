import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeSha256 } from './compute-sha256.ts'
import { FileFailure } from './file-failure.ts'
import { readSettingsText, restoreSettings, writeSettings } from './settings-files.ts'

let folder = ''
let path = ''
let backup = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-settings-'))
  path = join(folder, 'a.json')
  backup = join(folder, 'a.json.kept')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writing = () => ({ path, text: 'after', before: 'before', backup, mark: `${path}.mark` })

describe('settings in a file', () => {
  it('are not written where a copy is there already, or the place is a folder', async () => {
    await writeFile(path, 'before')
    await writeFile(backup, 'older')
    await expect(writeSettings(writing())).rejects.toThrow(FileFailure)
    expect([await readFile(path, 'utf8'), await readFile(backup, 'utf8')]).toEqual(['before', 'older'])
    await expect(readSettingsText(folder)).rejects.toThrow(FileFailure)
    expect(await readSettingsText(join(folder, 'none'))).toBeNull()
  })

  it('come back from their copy, which goes, and keep their rights', async () => {
    await writeFile(path, 'before', { mode: 0o640 })
    const { mode } = await stat(path)
    await writeSettings(writing())
    await restoreSettings(path, { mark: `${path}.mark`, backup, sha256: computeSha256('after') })
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['a.json'], 'before'])
    expect((await stat(path)).mode).toBe(mode)
  })

  it('are left as somebody else saved or removed them since they were read, without a copy', async () => {
    await writeFile(path, 'saved meanwhile')
    await expect(writeSettings(writing())).rejects.toThrow('changed meanwhile')
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['a.json'], 'saved meanwhile'])
    await rm(path)
    await expect(writeSettings(writing())).rejects.toThrow('changed meanwhile')
    expect(await readdir(folder)).toEqual([])
  })

  it('are not put back over what was saved since, nor from a copy that is gone', async () => {
    await writeFile(path, 'before')
    await writeSettings(writing())
    const sha256 = computeSha256('after')
    await writeFile(path, 'saved since')
    await expect(restoreSettings(path, { mark: `${path}.mark`, backup, sha256 })).rejects.toThrow(
      'changed meanwhile',
    )
    await expect(restoreSettings(path, { mark: `${path}.mark`, backup: null, sha256 })).rejects.toThrow(
      'changed meanwhile',
    )
    expect([await readFile(path, 'utf8'), await readFile(backup, 'utf8')]).toEqual(['saved since', 'before'])
    await rm(backup)
    await expect(restoreSettings(path, { mark: `${path}.mark`, backup, sha256: null })).rejects.toThrow(
      'is gone',
    )
    expect(await readFile(path, 'utf8')).toBe('saved since')
  })

  it('are refused where they are no UTF-8, which would come out as something else', async () => {
    await writeFile(path, Buffer.from('{ "a": 1 } // caf\u00e9', 'latin1'))
    await expect(readSettingsText(path)).rejects.toThrow('no UTF-8')
    await writeFile(path, Buffer.from('\uFEFF{}', 'utf16le'))
    await expect(readSettingsText(path)).rejects.toThrow('no UTF-8')
    await writeFile(path, '\uFEFF{} // ✓')
    expect(await readSettingsText(path)).toBe('\uFEFF{} // ✓')
  })

  it('are refused where they are too long to be settings', async () => {
    await writeFile(path, `{}${' '.repeat(1_000_000)}`)
    await expect(readSettingsText(path)).rejects.toMatchObject({ code: 'too-large' })
  })
})
