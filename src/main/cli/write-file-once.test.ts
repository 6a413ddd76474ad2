import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireFree, writeFileOnce } from './write-file-once.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-write-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('writing a file once', () => {
  it('leaves the file and nothing beside it', async () => {
    await writeFileOnce(join(folder, 'a.json'), 'text', { force: false })
    expect(await readdir(folder)).toEqual(['a.json'])
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('text')
  })

  it('keeps what is there, unless it is told otherwise', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, 'old')
    await expect(writeFileOnce(path, 'new', { force: false })).rejects.toMatchObject({
      message: 'This file exists already.',
      exitCode: 2,
    })
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['a.json'])
    await writeFileOnce(path, 'new', { force: true })
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  it('says before the work starts that it will not be able to', async () => {
    await writeFile(join(folder, 'a.json'), '')
    await mkdir(join(folder, 'sub'))
    await expect(requireFree(join(folder, 'a.json'), { force: false })).rejects.toThrow('exists already')
    await expect(requireFree(join(folder, 'sub'), { force: true })).rejects.toThrow('This is a folder.')
    await expect(requireFree(join(folder, 'none', 'a.json'), { force: true })).rejects.toThrow(
      'does not exist',
    )
    await expect(requireFree(join(folder, 'a.json'), { force: true })).resolves.toBeUndefined()
    await expect(requireFree(join(folder, 'b.json'), { force: false })).resolves.toBeUndefined()
  })
})
