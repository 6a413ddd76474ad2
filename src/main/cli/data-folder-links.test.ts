import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, link, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourcesFolder } from '../testing/start-dewpoint.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'

/** Every command, where something else is in the place of what Dewpoint keeps in its data folder. */

let line: CommandLine
const at = (...names: readonly string[]): string => join(line.folder, ...names)

const commands = [
  'runs',
  'inspect other',
  'search x',
  'serve --no-open',
  'logs',
  'logs --set-level debug',
  'doctor',
  'doctor --salvage new.sqlite',
  'backup new.sqlite',
  'restore kept.sqlite',
]

type Place = readonly [what: string, kind: string, name: string, make: (path: string) => Promise<unknown>]

const toHistory = (path: string): Promise<void> => symlink(at('task', 'api_conversation_history.json'), path)
const toNothing = (path: string): Promise<void> => symlink(at('task', 'sub', 'new'), path)
const pipe = async (path: string): Promise<unknown> => execFileSync('mkfifo', [path])

const places: readonly Place[] = [
  ['a link to a history', 'a symbolic link', 'logs/dewpoint.1.log', toHistory],
  ['a link to a new file', 'a symbolic link', 'logs/dewpoint.7.log', toNothing],
  [
    'a hard link to a history',
    'a hard link',
    'logs/dewpoint.1.log',
    (path) => link(at('task', 'api_conversation_history.json'), path),
  ],
  ['a pipe', 'a pipe', 'logs/dewpoint.1.log', pipe],
  ['a link to a folder of a task', 'a symbolic link', 'logs', (path) => symlink(at('task', 'sub'), path)],
  [
    'a link to a folder of a task',
    'a symbolic link',
    'recordings',
    (path) => symlink(at('task', 'sub'), path),
  ],
  ['a link to a new file', 'a symbolic link', 'dewpoint.sqlite', toNothing],
  [
    'a link to a database',
    'a symbolic link',
    'dewpoint.sqlite',
    (path) => symlink(at('task', 'db.sqlite'), path),
  ],
  ['a link to itself', 'a symbolic link', 'dewpoint.sqlite', (path) => symlink(path, path)],
  [
    'a hard link to a database',
    'a hard link',
    'dewpoint.sqlite',
    (path) => link(at('task', 'db.sqlite'), path),
  ],
  ['a folder', 'a folder', 'dewpoint.sqlite', (path) => mkdir(path)],
  ['a pipe', 'a pipe', 'dewpoint.sqlite', pipe],
  ['a link to a new file', 'a symbolic link', 'dewpoint.sqlite-wal', toNothing],
  ['a pipe', 'a pipe', 'dewpoint.sqlite-wal', pipe],
  ['a pipe', 'a pipe', 'dewpoint.sqlite-shm', pipe],
  ['a link to a new file', 'a symbolic link', 'search.sqlite', toNothing],
  ['a pipe', 'a pipe', 'search.sqlite-wal', pipe],
  ['a link to a new file', 'a symbolic link', 'keys.json', toNothing],
]

beforeAll(async () => {
  line = await makeCommandLine()
  for (const name of ['task', 'other'])
    await cp(join(resourcesFolder, 'sample-task'), at(name), { recursive: true })
  await mkdir(at('task', 'sub'))
  await line.run(['backup', 'kept.sqlite'])
  await cp(at('kept.sqlite'), at('task', 'db.sqlite'))
})
afterAll(() => line.clean())

/** Names and contents of everything outside of the data folder. */
async function everything(): Promise<readonly string[]> {
  const entries = await readdir(line.folder, { recursive: true, withFileTypes: true })
  const lines = await Promise.all(
    entries
      .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
      .filter(({ path }) => !path.startsWith(at('data')))
      .map(async ({ entry, path }) => {
        const bytes = entry.isFile() ? await readFile(path) : ''
        return `${path} ${createHash('sha256').update(bytes).digest('hex')}`
      }),
  )
  return lines.toSorted()
}

describe.runIf(process.platform === 'linux').each(places)('%s (%s) as %s', (_, kind, name, make) => {
  it('is refused by every command, at once, and nothing is written', async () => {
    const path = at('data', name)
    await mkdir(dirname(path), { recursive: true })
    await rename(path, at('aside')).catch(() => undefined)
    await make(path)
    const before = await everything()
    for (const command of commands) {
      const { code, out, err } = await line.run(command.split(' '))
      expect({ command, code, out, err }).toEqual({
        command,
        code: 2,
        out: '',
        err: expect.stringContaining(`This is ${kind}, and Dewpoint keeps its data only in`),
      })
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    expect(await everything()).toEqual(before)
    await rm(path, { recursive: true })
    await rename(at('aside'), path).catch(() => undefined)
  })
})
