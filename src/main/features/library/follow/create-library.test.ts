import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { watchPlaces } from './disk/watch-places.ts'
import type { BackgroundStep, TaskVersion } from './steps/background-step.ts'
import { makeLibrary, type TestLibrary } from './testing/make-library.ts'

let one: TestLibrary
/** Tasks by name of their folder, with what a step was asked to do for them. */
let worked: TaskVersion[]
const step = (id: BackgroundStep['id']): BackgroundStep => ({
  id,
  doneAmong: async (tasks) =>
    new Set(
      tasks
        .filter((task) =>
          worked.some((done) => done.id === task.id && done.snapshotSha256 === task.snapshotSha256),
        )
        .map((task) => task.id),
    ),
  run: async (task) => {
    worked.push(task)
  },
  forget: async () => undefined,
})
beforeEach(async () => {
  worked = []
  one = await makeLibrary([step('index')])
})
afterEach(() => one.close())

/** Listens until the condition holds; a test that waits in vain runs out of time. */
const expectSoon = (condition: () => Promise<boolean>): Promise<void> => one.until(condition)

const pickFileName = ({ path }: TaskSummary): string => path.slice(one.folder.length + 1)
const named = async (name: string): Promise<TaskSummary | undefined> =>
  (await one.store.tasks.list()).find((task) => pickFileName(task) === name)
const states = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await one.store.tasks.list()).map((task) => [pickFileName(task), task.state]))
const isIn = (name: string, expected: Partial<TaskSummary>) => async (): Promise<boolean> => {
  const task = await named(name)
  return (
    task !== undefined &&
    Object.entries(expected).every(([key, value]) => task[key as keyof TaskSummary] === value)
  )
}

/** A system that watches nothing. `onLimits` are those that were reported. */
function refuseAll() {
  const onLimits: (readonly string[])[] = []
  const watch: typeof watchPlaces = ({ paths, onLimit }) => {
    queueMicrotask(() => {
      onLimits.push(paths)
      onLimit(new Error('ENOSPC'))
    })
    return { ready: Promise.resolve(), close: async () => undefined }
  }
  return { onLimits, watch }
}

describe('a folder of tasks', () => {
  it('lists them before they are read, and reads nothing while nobody listens', async () => {
    await one.write('a', 'First words')
    await one.write('deep/er/b', 'Other words')
    expect(await one.library.addFolder(one.folder)).toHaveLength(2)
    expect(await states()).toEqual({ a: 'found', 'deep/er/b': 'found' })
    expect(await named('a')).toMatchObject({
      title: 'First words',
      messages: null,
      tokens: null,
      failure: null,
    })
    expect(await one.library.folders()).toEqual([
      { path: one.folder, tasks: 2, problem: null, isGone: false },
    ])
  })

  it('is read when somebody asks for one of them', async () => {
    await one.write('a', 'First words', 'Answer')
    const [id = ''] = await one.library.addFolder(one.folder)
    expect(await one.store.tasks.get(id)).toMatchObject({ id, messages: 2 })
    expect(await states()).toEqual({ a: 'read' })
  })

  it('is read and worked on while somebody listens, the newest first', async () => {
    for (const name of ['a', 'b', 'c']) await one.write(name, name)
    const item = JSON.stringify({
      ts: 4_000_000_000_000,
      task: 'The newest',
      totalCost: 1.5,
      workspace: '/w',
    })
    await writeFile(join(one.folder, 'b', 'history_item.json'), item)
    await one.library.addFolder(one.folder)
    expect(await named('b')).toMatchObject({
      title: 'The newest',
      costUsd: 1.5,
      workspace: '/w',
      state: 'found',
    })
    await expectSoon(async () => worked.length === 3)
    expect(await states()).toEqual({ a: 'read', b: 'read', c: 'read' })
    expect(worked[0]?.id).toBe((await named('b'))?.id)
    expect(one.events.filter(({ kind }) => kind === 'state').at(-1)).toMatchObject({ state: { tasks: 3 } })
  })

  it('is one task where it is reached by a link as well', async () => {
    await one.write('a', 'a')
    const link = join(one.folder, '..', 'link')
    await symlink(one.folder, link)
    const [first] = await one.library.addFolder(one.folder)
    expect(await one.library.addFolder(link)).toEqual([first])
    expect(await one.library.addFolder(join(one.folder, '..'))).toEqual([first])
  })

  it('that is gone says so and leaves its tasks listed as gone', async () => {
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    await rm(one.folder, { recursive: true })
    await expectSoon(isIn('a', { state: 'gone' }))
    await expectSoon(
      async () => (await one.library.folders())[0]?.problem?.includes('does not exist') === true,
    )
    await one.write('a', 'back')
    await expectSoon(async () => (await one.library.folders())[0]?.problem === null)
    await expectSoon(isIn('a', { state: 'read', title: 'back' }))
  })

  it('that goes and comes back while somebody listens is watched again', async () => {
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    await expectSoon(isIn('a', { state: 'read' }))
    const leave = one.library.listen(() => undefined)
    const gone = expectSoon(async () => (await one.library.folders())[0]?.problem !== null)
    await rm(one.folder, { recursive: true })
    await gone
    const back = expectSoon(async () => {
      const [folder] = await one.library.folders()
      return folder?.problem === null && isIn('a', { title: 'back', state: 'read' })()
    })
    await one.write('a', 'back')
    await back
    const added = expectSoon(isIn('b', { state: 'read' }))
    await one.write('b', 'b')
    await added
    leave()
  })

  it('that is one task by itself is followed as well, even if the system refuses to watch it', async () => {
    await one.close()
    const { onLimits, watch } = refuseAll()
    one = await makeLibrary([], {}, watch)
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    await one.library.noteOpened((await named('a'))!)
    await one.library.unwatch(one.folder)
    const leave = one.library.listen(() => undefined)
    await expectSoon(isIn('a', { state: 'read' }))
    await expectSoon(async () => onLimits.length > 0)
    const changed = expectSoon(isIn('a', { state: 'read', messages: 2 }))
    await one.write('a', 'a', 'More')
    await changed
    leave()
  })

  it('that the system refuses to watch says so, and is looked at from time to time', async () => {
    await one.close()
    one = await makeLibrary([], {}, refuseAll().watch)
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    await expectSoon(
      async () => (await one.library.folders())[0]?.problem?.includes('no more watches') === true,
    )
    const added = expectSoon(isIn('b', { state: 'read' }))
    await one.write('b', 'b')
    await added
    leave()
  })

  it('is not followed any more once it is unwatched', async () => {
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    await one.library.unwatch(one.folder)
    expect(await one.library.folders()).toEqual([])
    expect(await states()).toEqual({ a: 'found' })
  })
})

describe('a task on disk', () => {
  beforeEach(async () => {
    await one.write('a', 'First words')
    await one.library.addFolder(one.folder)
  })

  it('that is added appears, and is read', async () => {
    await expectSoon(isIn('a', { state: 'read' }))
    const added = expectSoon(isIn('b', { state: 'read', messages: 2 }))
    await one.write('b', 'New', 'Answer')
    await added
  })

  it('is no link, no pipe and no other file, not even one that comes later', async () => {
    await expectSoon(isIn('a', { state: 'read' }))
    const added = expectSoon(isIn('b', { state: 'read' }))
    await symlink(join(one.folder, '..'), join(one.folder, 'link'))
    await symlink('/etc/passwd', join(one.folder, 'x.messages.json'))
    await writeFile(join(one.folder, 'notes.json'), '[{"role":"user","content":"x"}]')
    await one.write('b', 'b')
    await added
    await one.library.addFolder(one.folder)
    expect(Object.keys(await states()).toSorted()).toEqual(['a', 'b'])
  })

  it('that is changed is read again, and its id stays', async () => {
    await expectSoon(isIn('a', { state: 'read', messages: 1 }))
    const before = await named('a')
    const changed = expectSoon(isIn('a', { state: 'read', messages: 3 }))
    await one.write('a', 'First words', 'Answer', 'More')
    await changed
    await expectSoon(async () => worked.length === 2)
    expect((await named('a'))?.id).toBe(before?.id)
  })

  it('that was changed while nobody listened is read again', async () => {
    await expectSoon(isIn('a', { state: 'read', messages: 1 }))
    await one.write('a', 'First words', 'Answer')
    await expectSoon(isIn('a', { messages: 2 }))
  })

  it('that is removed is gone, with what was read of it kept', async () => {
    await expectSoon(isIn('a', { state: 'read' }))
    const gone = expectSoon(isIn('a', { state: 'gone' }))
    await rm(join(one.folder, 'a'), { recursive: true })
    await gone
    expect(await one.store.tasks.get((await named('a'))!.id)).toMatchObject({ messages: 1 })
  })

  it('that is renamed is gone under its old name and there under the new one', async () => {
    await expectSoon(isIn('a', { state: 'read' }))
    const renamed = expectSoon(async () => {
      const now = await states()
      return now['a'] === 'gone' && now['b'] === 'read'
    })
    await rename(join(one.folder, 'a'), join(one.folder, 'b'))
    await renamed
  })

  it('that cannot be read stays listed with its reason, until it can', async () => {
    await mkdir(join(one.folder, 'b'))
    await writeFile(
      join(one.folder, 'b', 'ui_messages.json'),
      '[{"ts":1,"say":"text","text":"Only the chat"}]',
    )
    // A file that was written just now may be half written: patience ends after some looks.
    await expectSoon(isIn('b', { state: 'failed', title: 'Only the chat' }))
    expect((await named('b'))?.failure).toContain('history itself is missing')
    await expect(one.store.tasks.get((await named('b'))!.id)).rejects.toThrow('history itself is missing')
    const mended = expectSoon(isIn('b', { state: 'read', failure: null }))
    await one.write('b', 'Here it is')
    await mended
  })

  it('that was taken out of the library stays away until it changes', async () => {
    await one.write('b', 'b')
    await expectSoon(isIn('b', { state: 'read' }))
    await one.library.forget((await named('a'))!.id)
    const changed = expectSoon(isIn('b', { messages: 2 }))
    await one.write('b', 'b', 'More')
    await changed
    expect(await named('a')).toBeUndefined()
    const back = expectSoon(isIn('a', { state: 'read', messages: 2 }))
    await one.write('a', 'First words', 'Again')
    await back
  })

  it('that was taken out of the library comes back when its folder is opened again', async () => {
    await one.library.forget((await named('a'))!.id)
    expect(await states()).toEqual({})
    await one.library.addFolder(one.folder)
    expect(await states()).toEqual({ a: 'found' })
  })
})
