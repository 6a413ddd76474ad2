import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataFolder as make } from './make-data-folder.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const makeDataFolder = (path: string, wide: readonly string[] = []): void =>
  make(path, {
    wide,
    sources: [at('storage')],
    companions: [{ of: 'base_state.json', are: ['events'] }],
  })

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-data-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('is made with all folders above it, and may be there already', async () => {
    makeDataFolder(at('a', 'b'))
    makeDataFolder(at('a', 'b'))
    expect((await stat(at('a', 'b'))).isDirectory()).toBe(true)
  })

  it('is refused as a file, and below one', async () => {
    await writeFile(at('file.txt'), 'mine')
    expect(() => makeDataFolder(at('file.txt'))).toThrow('The data folder is a file, not a folder.')
    expect(() => makeDataFolder(at('file.txt', 'sub', 'data'))).toThrow(/is a file|cannot be created/)
  })

  it.runIf(existsSync('/proc/self'))('is refused at once where nothing can be created', () => {
    expect(() => makeDataFolder('/proc/nothing/here')).toThrow('cannot be created here')
  })

  it('is refused in a task and in the storage of an agent, by whatever name, before anything is made', async () => {
    await mkdir(at('task', 'deep'), { recursive: true })
    await writeFile(at('task', 'api_conversation_history.json'), '[]')
    await mkdir(at('storage'))
    await symlink(at('task', 'deep'), at('link'))
    const places = ['task', 'task/data', 'task/deep/a/b', 'link', 'link/data', 'storage', 'storage/a/b']
    for (const place of [...places, 'storage/../task'])
      expect(() => makeDataFolder(`${folder}/${place}`)).toThrow('nothing is ever written into the source')
    expect(await readdir(at('task'))).toEqual(['api_conversation_history.json', 'deep'])
    expect(await readdir(at('storage'))).toEqual([])
  })

  it('is refused where an agent would take it for a part of a session', async () => {
    await mkdir(at('sessions', 'there'), { recursive: true })
    for (const name of ['s.jsonl', 'there.jsonl', 'base_state.json'])
      await writeFile(at('sessions', name), '{}')
    const before = await readdir(at('sessions'))
    const places = ['s', 's/data', 's/a/b', 'there', 'there/data', 'events', 'events/data']
    for (const place of places)
      expect(() => makeDataFolder(at('sessions', ...place.split('/')))).toThrow(
        'nothing is ever written into the source',
      )
    expect(await readdir(at('sessions'))).toEqual(before)
    expect(await readdir(at('sessions', 'there'))).toEqual([])
    makeDataFolder(at('sessions', 'other'))
  })

  it('may lie in the home folder, also where a history lies there', async () => {
    await writeFile(at('ui_messages.json'), '[]')
    makeDataFolder(at('share', 'dewpoint'), [folder])
    expect(await readdir(at('share'))).toEqual(['dewpoint'])
  })
})
