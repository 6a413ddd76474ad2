import { execFileSync } from 'node:child_process'
import { closeSync, writeSync } from 'node:fs'
import { link, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOwnFile, requireOwnFiles } from './own-files.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const data = (...names: readonly string[]): string => at('data', ...names)
const text = (kind: string): string =>
  `This is ${kind}, and Dewpoint keeps its data only in files and folders of its own.`

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-own-')))
  await mkdir(data('logs'), { recursive: true })
  await mkdir(at('task', 'sub'), { recursive: true })
  await writeFile(at('task', 'task_metadata.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const files = [
  'dewpoint.sqlite',
  'dewpoint.sqlite-wal',
  'dewpoint.sqlite-shm',
  'dewpoint.sqlite-journal',
  'search.sqlite',
  'search.sqlite-wal',
  'keys.json',
  'logs/dewpoint.1.log',
  'logs/dewpoint.12.log',
]

describe('the files of a data folder', () => {
  it('may be missing, or ordinary', async () => {
    requireOwnFiles(at('none'))
    requireOwnFiles(data())
    for (const name of files) await writeFile(data(name), 'x')
    for (const name of ['recordings', 'desktop']) await mkdir(data(name))
    await symlink(at('task'), data('notes'))
    expect(() => requireOwnFiles(data())).not.toThrow()
  })

  it.each(files)('are never links: %s', async (name) => {
    const targets = [at('task', 'task_metadata.json'), at('task', 'none'), at('task'), data(name)]
    for (const target of targets) {
      await symlink(target, data(name))
      expect(() => requireOwnFiles(data())).toThrow(text('a symbolic link'))
      await rm(data(name))
    }
    await link(at('task', 'task_metadata.json'), data(name))
    expect(() => requireOwnFiles(data())).toThrow(text('a hard link'))
  })

  it.runIf(process.platform !== 'win32').each(files)('are nothing that is waited for: %s', async (name) => {
    execFileSync('mkfifo', [data(name)])
    expect(() => requireOwnFiles(data())).toThrow(text('a pipe'))
    await rm(data(name))
    const server = createServer().listen(data(name))
    await new Promise((ready) => server.once('listening', ready))
    expect(() => requireOwnFiles(data())).toThrow(text('a socket'))
    await new Promise((closed) => server.close(closed))
    await mkdir(data(name))
    expect(() => requireOwnFiles(data())).toThrow(text('a folder'))
  })

  it('may have another name in the same folder, as while a backup is restored', async () => {
    await writeFile(data('dewpoint.sqlite'), 'x')
    await link(data('dewpoint.sqlite'), data('dewpoint.sqlite.replaced'))
    requireOwnFiles(data())
    await link(data('dewpoint.sqlite'), at('elsewhere'))
    expect(() => requireOwnFiles(data())).toThrow(text('a hard link'))
  })

  it.each(['logs', 'recordings', 'desktop'])('lie in folders that are no links: %s', async (name) => {
    await rm(data(name), { recursive: true, force: true })
    await symlink(at('task', 'sub'), data(name))
    expect(() => requireOwnFiles(data())).toThrow(text('a symbolic link'))
    await rm(data(name))
    await writeFile(data(name), '')
    expect(() => requireOwnFiles(data())).toThrow(text('a file'))
  })
})

describe('opening one of them', () => {
  it('makes it, and appends', async () => {
    for (const line of ['a', 'b']) {
      const file = openOwnFile(data('logs', 'dewpoint.1.log'))
      writeSync(file, line)
      closeSync(file)
    }
    expect(await readFile(data('logs', 'dewpoint.1.log'), 'utf8')).toBe('ab')
  })

  it('follows no link, waits for no pipe and makes nothing elsewhere', async () => {
    await symlink(at('task', 'sub', 'new'), data('logs', 'a.log'))
    await link(at('task', 'task_metadata.json'), data('logs', 'b.log'))
    await symlink(at('task', 'sub'), data('linked'))
    for (const name of ['logs/a.log', 'logs/b.log', 'linked/c.log'])
      expect(() => openOwnFile(data(name))).toThrow('only in files and folders of its own')
    expect(await readdir(at('task', 'sub'))).toEqual([])
    expect(await readFile(at('task', 'task_metadata.json'), 'utf8')).toBe('{}')
  })
})

it.skipIf(!canMount())('may not be what is mounted in their place', () => {
  const script = [
    `mkdir -p ${data('logs')}`,
    `mount --bind ${at('task', 'sub')} ${data('logs')}`,
    `exec ${process.execPath} --input-type=module -e "import { requireOwnFiles } from '${join(import.meta.dirname, 'own-files.ts')}'; try { requireOwnFiles('${data()}') } catch (error) { console.log(error.message) }"`,
  ]
  const reported = execFileSync('unshare', ['-rm', 'sh', '-c', script.join(' && ')], { encoding: 'utf8' })
  expect(reported.trim()).toBe(text('a mount of another folder'))
})

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
