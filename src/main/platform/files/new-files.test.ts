import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileFailure } from './file-failure.ts'
import { withNewFiles, withoutGuard } from './new-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-new-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const left = (): Promise<readonly string[]> => readdir(folder, { recursive: true })
const idle = (): Promise<void> => Promise.resolve()
const files = (): { path: string; text: string }[] => [
  { path: join(folder, 'a', 'b', 'one.jsonl'), text: 'one' },
  { path: join(folder, 'a', 'two.jsonl'), text: 'two' },
]

describe('writing new files', () => {
  it('leaves all of them, with the folders that they lie in', async () => {
    await withNewFiles(files(), withoutGuard, idle)
    expect((await left()).toSorted()).toEqual([
      'a',
      join('a', 'b'),
      join('a', 'b', 'one.jsonl'),
      join('a', 'two.jsonl'),
    ])
  })

  it('leaves a file that is there as it is, and nothing of the others', async () => {
    await mkdir(join(folder, 'a'))
    await writeFile(join(folder, 'a', 'two.jsonl'), 'of the agent')
    await expect(withNewFiles(files(), withoutGuard, idle)).rejects.toThrow(FileFailure)
    expect((await left()).toSorted()).toEqual(['a', join('a', 'two.jsonl')])
    expect(await readFile(join(folder, 'a', 'two.jsonl'), 'utf8')).toBe('of the agent')
  })

  it('leaves nothing where a file stands in the place of a folder', async () => {
    await writeFile(join(folder, 'a'), 'a file')
    await expect(withNewFiles(files(), withoutGuard, idle)).rejects.toThrow(FileFailure)
    expect(await left()).toEqual(['a'])
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'leaves nothing in a folder that cannot be written',
    async () => {
      await mkdir(join(folder, 'a'))
      await chmod(join(folder, 'a'), 0o500)
      await expect(withNewFiles(files(), withoutGuard, idle)).rejects.toThrow(FileFailure)
      expect(await left()).toEqual(['a'])
    },
  )

  it('leaves nothing where what follows fails, as reading the copy back does', async () => {
    const failing = withNewFiles(files(), withoutGuard, async () => {
      expect(await readFile(join(folder, 'a', 'b', 'one.jsonl'), 'utf8')).toBe('one')
      throw new Error('reads otherwise')
    })
    await expect(failing).rejects.toThrow('reads otherwise')
    expect(await left()).toEqual([])
  })
})
