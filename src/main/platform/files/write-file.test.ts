import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile as put,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileFailure } from './file-failure.ts'
import { makeFile, requireWritable, writeFile } from './write-file.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const free = { check: async (): Promise<void> => undefined }
const fresh = { guard: free, replace: false }
const again = { guard: free, replace: true }
const isRoot = process.getuid?.() === 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-write-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('writing a file', () => {
  it('leaves the file and nothing beside it', async () => {
    await writeFile(at('a.json'), 'text', fresh)
    expect(await readdir(folder)).toEqual(['a.json'])
    expect(await readFile(at('a.json'), 'utf8')).toBe('text')
  })

  it('keeps what is there, unless it is asked to replace it', async () => {
    await put(at('a.json'), 'old')
    await expect(writeFile(at('a.json'), 'new', fresh)).rejects.toMatchObject({ code: 'exists' })
    expect(await readFile(at('a.json'), 'utf8')).toBe('old')
    await writeFile(at('a.json'), 'new', again)
    expect(await readFile(at('a.json'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['a.json'])
  })

  it('keeps what appears while the file is made', async () => {
    const made = makeFile(at('a.json'), fresh, async (temporary) => {
      await put(temporary, 'new')
      await put(at('a.json'), 'theirs')
    })
    await expect(made).rejects.toMatchObject({ code: 'exists' })
    expect(await readFile(at('a.json'), 'utf8')).toBe('theirs')
    expect(await readdir(folder)).toEqual(['a.json'])
  })

  it('keeps the rights of what it replaces, and links', async () => {
    await put(at('a.json'), 'old')
    await chmod(at('a.json'), 0o600)
    await symlink('a.json', at('link.json'))
    await writeFile(at('link.json'), 'new', again)
    expect(await readlink(at('link.json'))).toBe('a.json')
    expect(await readFile(at('a.json'), 'utf8')).toBe('new')
    expect((await stat(at('a.json'))).mode & 0o777).toBe(0o600)
  })

  it('asks the guard before and once more at the end', async () => {
    let isTask = false
    const check = async (where: string): Promise<void> => {
      if (isTask) throw new FileFailure({ code: 'source', message: 'It is one now.', where, hint: '' })
    }
    const made = makeFile(at('a.json'), { guard: { check }, replace: true }, async (temporary) => {
      await put(temporary, 'new')
      isTask = true
    })
    await expect(made).rejects.toMatchObject({ code: 'source' })
    await expect(writeFile(at('b.json'), 'new', { guard: { check }, replace: true })).rejects.toThrow('now')
    expect(await readdir(folder)).toEqual([])
  })

  it('writes the longest name that there can be', async () => {
    const name = `${'n'.repeat(250)}.json`
    await writeFile(at(name), 'text', fresh)
    expect(await readdir(folder)).toEqual([name])
  })

  it.each([
    ['a name that is too long', () => at(`${'n'.repeat(300)}.json`), 'bad-name', 'its name is too long'],
    ['a folder that is not there', () => at('none', 'a.json'), 'not-found', 'does not exist'],
    ['a folder that is a file', () => at('file', 'a.json'), 'not-found', 'does not exist'],
    ['a folder', () => at('folder'), 'not-a-file', 'This is a folder.'],
    ['a device', () => '/dev/null', 'not-a-file', 'This is not an ordinary file.'],
  ])('says why it does not write to %s, and leaves nothing', async (_, path, code, text) => {
    await put(at('file'), '')
    await mkdir(at('folder'))
    for (const options of [fresh, again]) {
      const expected = { name: 'FileFailure', code, message: expect.stringContaining(text) }
      await expect(writeFile(path(), 'text', options)).rejects.toMatchObject(expected)
    }
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'folder'])
  })

  it.skipIf(isRoot)('says that it may not write', async () => {
    await mkdir(at('closed'), { mode: 0o500 })
    await expect(writeFile(at('closed', 'a.json'), '', fresh)).rejects.toMatchObject({
      code: 'not-allowed',
      message: 'The file could not be written: you may not write here.',
    })
  })

  it.each([
    ['ENOSPC', 'disk-full', 'the disk is full'],
    ['EDQUOT', 'disk-full', 'quota'],
    ['EROFS', 'read-only', 'the disk is read-only'],
    ['EIO', 'failed', 'EIO'],
  ])(
    'says what %s means and leaves neither the old file changed nor the new one',
    async (system, code, text) => {
      await put(at('a.json'), 'old')
      const made = makeFile(at('a.json'), again, async (temporary) => {
        await put(temporary, 'half')
        throw Object.assign(new Error(system), { code: system })
      })
      await expect(made).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
      expect(await readdir(folder)).toEqual(['a.json'])
      expect(await readFile(at('a.json'), 'utf8')).toBe('old')
    },
  )

  it('passes on what the maker says', async () => {
    const made = makeFile(at('a.json'), fresh, () => Promise.reject(new Error('The copy is damaged.')))
    await expect(made).rejects.toThrow('The copy is damaged.')
  })

  it('says before the work starts that it will not be able to', async () => {
    await put(at('a.json'), '')
    await expect(requireWritable(at('a.json'), fresh)).rejects.toThrow('exists already')
    await requireWritable(at('a.json'), again)
    await requireWritable(at('b.json'), fresh)
  })
})
