import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultImportLimits } from './import-limits.ts'
import { importTask } from './import-task.ts'
import { explainFileError, readSourceFile, realFileSystem, type FileSystem } from './read-source-file.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-read-'))
  path = join(folder, 'h.json')
  await writeFile(path, '[1]')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = (files: FileSystem) => ({ root: null, name: 'h.json', limits: defaultImportLimits, files })

/** A file system in which something happens to the file while it is read, the first `times` times. */
function changing(times: number): FileSystem & { readonly reads: () => number } {
  let reads = 0
  const openChanging: FileSystem['open'] = async (name) => {
    const handle = await open(name, 'r')
    return {
      stat: () => handle.stat(),
      close: () => handle.close(),
      readStart: async () => Buffer.from('['),
      readAt: async () => 0,
      readAtMost: async () => {
        const bytes = await handle.readFile()
        reads += 1
        if (reads <= times) await appendFile(name, ' ')
        return bytes
      },
    }
  }
  return { ...realFileSystem, open: openChanging, reads: () => reads }
}

describe('reading a file', () => {
  it('takes one look at a file that rests', async () => {
    const files = changing(0)
    expect(await readSourceFile(path, options(files))).toMatchObject({
      text: '[1]',
      exact: true,
      problems: [],
    })
    expect(files.reads()).toBe(1)
  })

  it('refuses a large file of nothing at its beginning, and reads no further', async () => {
    const handle = await open(path, 'r+')
    await handle.truncate(500 * 2 ** 20)
    await handle.write(Buffer.alloc(4), 0, 4, 0)
    await handle.close()
    const files = changing(0)
    const opened: FileSystem['open'] = async (name) => {
      const [real, own] = [await realFileSystem.open(name), await files.open(name)]
      const close = async (): Promise<void> => {
        await Promise.all([real.close(), own.close()])
      }
      return { ...own, readStart: real.readStart, close }
    }
    await expect(readSourceFile(path, options({ ...files, open: opened }))).rejects.toMatchObject({
      code: 'unreadable',
      message: 'h.json begins with 1,048,576 NUL characters',
    })
    expect(files.reads()).toBe(0)
  })

  it('keeps to the limit where a file grows while it is read', async () => {
    const limits = { ...defaultImportLimits, fileBytes: 3 }
    expect(await readSourceFile(path, { ...options(realFileSystem), limits })).toMatchObject({ text: '[1]' })
    const growing: FileSystem['open'] = async (name) => {
      const handle = await realFileSystem.open(name)
      const before = await handle.stat()
      await appendFile(name, ' ')
      return { ...handle, stat: async () => before }
    }
    const files = { ...realFileSystem, open: growing }
    await expect(readSourceFile(path, { ...options(files), limits })).rejects.toMatchObject({
      code: 'too-large',
      message: 'h.json has become too large',
    })
  })

  it.runIf(process.platform !== 'win32')('waits for no pipe, neither alone nor in a task', async () => {
    const pipe = join(folder, 'ui_messages.json')
    execFileSync('mkfifo', [pipe])
    await expect(importTask(pipe)).rejects.toThrow('is no ordinary file')
    // One that takes the place of a file after it was looked at.
    const late = { ...realFileSystem, stat: () => realFileSystem.stat(path) }
    await expect(readSourceFile(pipe, options(late))).rejects.toThrow('is no ordinary file')
    await writeFile(join(folder, 'api_conversation_history.json'), '[{"role":"user","content":"hello"}]')
    const { problems } = await importTask(folder)
    expect(problems).toMatchObject([{ file: 'ui_messages.json', severity: 'warning' }])
    await rm(join(folder, 'api_conversation_history.json'))
    execFileSync('mkfifo', [join(folder, 'api_conversation_history.json')])
    await expect(importTask(folder)).rejects.toThrow('is no ordinary file')
  })

  it('reads a file again that changed meanwhile', async () => {
    const files = changing(1)
    expect(await readSourceFile(path, options(files))).toMatchObject({ text: '[1] ', problems: [] })
    expect(files.reads()).toBe(2)
  })

  it('says so when the file does not rest', async () => {
    const files = changing(9)
    const { problems } = await readSourceFile(path, options(files))
    expect(files.reads()).toBe(2)
    expect(problems).toMatchObject([{ file: 'h.json', severity: 'warning' }])
  })

  it.each([
    ['ENOENT', 'not-found'],
    ['EACCES', 'not-allowed'],
    ['EPERM', 'not-allowed'],
    ['ELOOP', 'not-allowed'],
    ['ERR_STRING_TOO_LONG', 'too-large'],
    ['EIO', 'unreadable'],
  ])('turns %s into a failure that says %s', async (code, expected) => {
    const error = Object.assign(new Error('broken'), { code })
    const files = { ...realFileSystem, open: () => Promise.reject(error) }
    await expect(readSourceFile(path, options(files))).rejects.toMatchObject({
      name: 'ImportFailure',
      code: expected,
      where: path,
      cause: error,
    })
  })

  it('explains errors without a code as well', () => {
    expect(explainFileError('/a/b', 'odd')).toMatchObject({
      code: 'unreadable',
      message: 'b cannot be read (unknown)',
    })
  })
})
