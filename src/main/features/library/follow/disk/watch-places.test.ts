import { mkdirSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchPlaces, type PlacesWatch } from './watch-places.ts'

const history = 'api_conversation_history.json'

let folder = ''
let watching: PlacesWatch
let touched: string[]
let look: () => void
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-watch-')))
  touched = []
  look = () => undefined
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'a', history), '[]')
  await mkdir(join(folder, 'a', 'checkpoints'))
  await mkdir(join(folder, 'a', 'inside'))
  watching = watchPlaces({
    paths: [folder],
    depth: 4,
    isTask: (path) => path === join(folder, 'a'),
    onTouched: (path) => {
      touched.push(path.slice(folder.length + 1))
      look()
    },
    onLimit: () => undefined,
  })
  await watching.ready
})
afterEach(async () => {
  await watching.close()
  await rm(folder, { recursive: true, force: true })
})

/** Waits until the last of the names was touched; a test that waits in vain runs out of time. */
async function expectTouched(...names: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  look = () => {
    if (names.every((name) => touched.includes(name))) resolve()
  }
  look()
  await promise
  expect(touched).toEqual(expect.arrayContaining([...names]))
}

describe('a watched folder', () => {
  it('tells nothing of what was there before', () => {
    expect(touched).toEqual([])
  })

  it('tells that a task has changed', async () => {
    await writeFile(join(folder, 'a', history), '[{}]')
    await expectTouched('a')
  })

  it('tells that a task came, however deep', async () => {
    await mkdir(join(folder, 'x', 'tasks', 'b'), { recursive: true })
    await writeFile(join(folder, 'x', 'tasks', 'b', 'ui_messages.json'), '[]')
    await expectTouched('x/tasks/b')
  })

  it('tells of folders that are made between the reading and the watching of the one around them', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const name = `x${turns}`
      await mkdir(join(folder, name))
      await expectTouched(name)
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      // Long enough for the list of the folder to be read while nobody can look at it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      mkdirSync(join(folder, name, 'tasks', 'b'), { recursive: true })
    }
    await expectTouched(...Array.from({ length: 12 }, (_, turns) => `x${turns}/tasks/b`))
  })

  it('tells that a session came, by its file', async () => {
    await writeFile(join(folder, 's.messages.json'), '{}')
    await expectTouched('s.messages.json')
  })

  it('tells that the files of a task, or the task, went', async () => {
    await rm(join(folder, 'a', history))
    await expectTouched('a')
    touched.length = 0
    await rm(join(folder, 'a'), { recursive: true })
    await expectTouched('a')
  })

  it('tells both places of a task that was renamed', async () => {
    await rename(join(folder, 'a'), join(folder, 'b'))
    await expectTouched('a', 'b')
  })

  it('tells nothing of other files, of links, and of what lies in a task', async () => {
    await writeFile(join(folder, 'a', 'notes.txt'), 'x')
    await writeFile(join(folder, 'a', 'checkpoints', 'ui_messages.json'), 'x')
    await writeFile(join(folder, 'a', 'inside', 'ui_messages.json'), 'x')
    await symlink(tmpdir(), join(folder, 'link'))
    await writeFile(join(folder, 'last.messages.json'), '{}')
    await expectTouched('last.messages.json')
    expect(new Set(touched)).toEqual(new Set(['last.messages.json']))
  })
})
