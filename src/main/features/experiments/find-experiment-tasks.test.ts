import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCrushSessions } from '../../agents/testing/crush-database.ts'
import { createEnginePool, type EnginePool } from '../../jobs/engine-pool.ts'
import { openStore } from '../../platform/store/open-store.ts'
import type { Store } from '../../platform/store/store.ts'
import { createLibrary } from '../library/follow/create-library.ts'
import { watchPlaces } from '../library/follow/disk/watch-places.ts'
import { createTaskReader } from '../library/follow/task-reader.ts'
import { openTask } from '../library/open-task.ts'
import { createRootsAccess } from '../library/roots-access.ts'
import { findExperimentTasks } from './find-experiment-tasks.ts'

const workerFile = resolve(import.meta.dirname, '../../jobs/worker.ts')

let top = ''
let base = ''
let store: Store
let engine: EnginePool
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'dewpoint-tasks-'))
  base = join(top, 'experiment')
  const options = { clock: () => 5000, processId: 1, isProcessAlive: () => false }
  store = await openStore({ folder: join(top, 'data'), ...options })
  engine = createEnginePool(workerFile)
  for (const name of ['task-10', 'task-2', 'task-1', 'group/deep/task-3'])
    await makeTask(join(base, 'tasks', name), name)
  await makeTask(join(base, 'damaged', 'broken'), null)
  await makeTask(join(base, 'odd', 'a[1]'), 'brackets')
  await makeTask(join(base, 'node_modules', 'task-9'), 'never')
  await makeTask(join(base, 'tasks', 'checkpoints', 'task-8'), 'never')
  await makeTask(join(base, 'levels', '1/2/3/4/5/6/7/8/9/10/11/12'), 'deep')
  await makeTask(join(base, 'levels', '1/2/3/4/5/6/7/8/9/10/11/x/y'), 'too deep')
  for (const name of ['10/a', '2/b']) {
    await mkdir(join(base, 'sessions', dirname(name)), { recursive: true })
    await writeFile(join(base, 'sessions', `${name}.messages.json`), JSON.stringify(makeMessages(name)))
  }
  await makeTask(join(top, 'outside', 'secret'), 'secret')
  await mkdir(join(base, 'empty'))
  await writeFile(join(base, 'tasks', 'README.md'), 'No task.')
  await writeFile(join(base, 'tasks', 'history.json'), JSON.stringify(makeMessages('a file')))
  await symlink(join(top, 'outside'), join(base, 'tasks', 'link'))
})
afterAll(async () => {
  await engine.close()
  await store.close()
  await rm(top, { recursive: true, force: true })
})

const makeMessages = (text: string) => [
  { role: 'user', content: [{ type: 'text', text }] },
  { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
]

async function makeTask(folder: string, text: string | null): Promise<void> {
  await mkdir(folder, { recursive: true })
  const history = text === null ? '{ broken' : JSON.stringify(makeMessages(text))
  await writeFile(join(folder, 'api_conversation_history.json'), history)
  await writeFile(join(folder, 'ui_messages.json'), '[]')
}

const now = () => 5000
const services = () => {
  const reader = createTaskReader({ store, engine, now })
  const library = createLibrary({
    store,
    reader,
    steps: [],
    findStorage: async () => [],
    now,
    watch: watchPlaces,
  })
  return { store, library, reader, engine, access: createRootsAccess([base]), now }
}

/** Places of what was found, as seen from the experiment, and the notes. */
async function find(...entries: readonly string[]) {
  const { tasks, notes } = await findExperimentTasks(services(), entries, base)
  return { tasks: tasks.map(({ path }) => relative(base, path)), notes }
}

describe('the library as the tasks of an experiment', () => {
  it('stands for every task that is listed', async () => {
    await openTask(services(), { kind: 'path', path: join(base, 'tasks') })
    const { tasks } = await find('library')
    expect(tasks.toSorted()).toEqual((await find('tasks')).tasks.toSorted())
  })

  it('allows a folder that is watched, wherever it lies', async () => {
    const far = join(top, 'outside')
    const before = await findExperimentTasks(services(), ['tasks/task-1', far], base)
    expect(before.notes.map(({ message }) => message).join(' ')).toContain('outside the folders')
    await store.library.addFolder(far, 1)
    const after = await findExperimentTasks(services(), ['tasks/task-1', far], base)
    expect(after.tasks).toHaveLength(2)
    await store.library.removeFolder(far, [])
  })
})

describe('a pattern', () => {
  it.each([
    ['a range without end', 'tasks/{1..100000000}', '{1..100000000} stands for more than 1,000 names'],
    ['many characters', `tasks/*${'x'.repeat(2000)}`, '2,001 characters'],
    ['groups within groups', `tasks/${'+('.repeat(3)}a|aa|aaa${')'.repeat(3)}b*`, 'Groups such as +(…)'],
  ])('is refused with its place: %s', async (_name, pattern, message) => {
    await expect(find('tasks/task-1', pattern)).rejects.toMatchObject({
      issues: [{ path: ['tasks', 1], message: expect.stringContaining(message) }],
    })
  })

  it.each([
    ['braces that stand for millions of patterns', '{a,b}'.repeat(25), 'ab'],
    ['stars with a letter after each', '*a'.repeat(100) + 'b', 'a'],
  ])('is held against names in few steps, whatever it is: %s', async (_name, pattern, letters) => {
    await mkdir(join(base, 'hostile'), { recursive: true })
    const name = `${letters.repeat(100).slice(0, 200)}.json`
    await writeFile(join(base, 'hostile', name), JSON.stringify(makeMessages('hostile')))
    const { tasks } = await find('tasks/task-1', `hostile/${pattern}`, 'hostile/*.json')
    expect(tasks).toEqual(['tasks/task-1', join('hostile', name)])
    await rm(join(base, 'hostile'), { recursive: true })
  })
})

describe('the tasks of an experiment', () => {
  it.each([
    ['a task folder', ['./tasks/task-2'], ['tasks/task-2']],
    [
      'a folder of task folders, at any depth',
      ['tasks'],
      ['tasks/group/deep/task-3', 'tasks/task-1', 'tasks/task-2', 'tasks/task-10'],
    ],
    ['a file', ['tasks/history.json'], ['tasks/history.json']],
    [
      'a folder with sessions, which are files that are tasks by themselves',
      ['sessions'],
      ['sessions/2/b.messages.json', 'sessions/10/a.messages.json'],
    ],
    ['a folder as deep as the library looks', ['levels'], ['levels/1/2/3/4/5/6/7/8/9/10/11/12']],
    [
      'a pattern, numbers in their order',
      ['./tasks/task-*'],
      ['tasks/task-1', 'tasks/task-2', 'tasks/task-10'],
    ],
    [
      'a pattern at any depth',
      ['**/task-*'],
      ['tasks/group/deep/task-3', 'tasks/task-1', 'tasks/task-2', 'tasks/task-10'],
    ],
    ['alternatives', ['tasks/task-{2,10}'], ['tasks/task-2', 'tasks/task-10']],
    [
      'files inside task folders, which stand for the folders',
      ['tasks/*/*.json'],
      ['tasks/task-1', 'tasks/task-2', 'tasks/task-10'],
    ],
    [
      'all that is there, which is more than tasks',
      ['tasks/*'],
      ['tasks/group/deep/task-3', 'tasks/history.json', 'tasks/task-1', 'tasks/task-2', 'tasks/task-10'],
    ],
    ['a folder whose name looks like a pattern', ['odd/a[1]'], ['odd/a[1]']],
    [
      'the same thing twice, in the order of the entries',
      ['tasks/task-2', 'tasks/task-*', './tasks/../tasks/task-1'],
      ['tasks/task-2', 'tasks/task-1', 'tasks/task-10'],
    ],
  ])('may be named by %s', async (_name, entries, expected) => {
    expect(await find(...entries)).toEqual({ tasks: expected, notes: [] })
  })

  it('may be sessions of databases, by key, by file, by folder or by pattern', async () => {
    const folder = join(base, 'databases')
    await mkdir(folder)
    addCrushSessions(join(folder, 'a.db'), { one: 'First', two: 'Second' }).close()
    addCrushSessions(join(folder, 'b.db'), { only: 'Third' }).close()
    const all = ['databases/a.db#one', 'databases/a.db#two', 'databases/b.db#only']
    expect(await find('databases/a.db#two')).toEqual({ tasks: [all[1]], notes: [] })
    expect(await find('databases/a.db')).toEqual({ tasks: all.slice(0, 2), notes: [] })
    expect(await find('databases')).toEqual({ tasks: all, notes: [] })
    expect(await find('databases/*.db')).toEqual({ tasks: all, notes: [] })
    expect((await find('databases/a.db#two', 'databases/a.db#none')).notes).toMatchObject([
      { message: expect.stringContaining('a.db holds no session none') },
    ])
  })

  it('may be named by id, and are not read anew then', async () => {
    const folder = join(base, 'known')
    await makeTask(folder, 'before')
    const { tasks } = await openTask(services(), { kind: 'path', path: folder })
    await makeTask(folder, 'after')
    const id = tasks[0]?.id ?? ''
    const before = await store.tasks.get(id)
    const byId = await findExperimentTasks(services(), [id], undefined)
    expect(byId).toEqual({ tasks: [before], notes: [] })
    const byPath = await findExperimentTasks(services(), [folder, id], undefined)
    expect(byPath.tasks).toHaveLength(1)
  })

  it('that cannot be opened, or are not there, are noted beside the others', async () => {
    const { tasks, notes } = await find('tasks/task-1', 'nowhere', 'empty', 'tasks/x-*', 'damaged/*')
    expect(tasks).toEqual(['tasks/task-1'])
    expect(notes).toEqual([
      {
        where: 'nowhere',
        message: expect.stringContaining(`no such file or folder (${join(base, 'nowhere')})`),
      },
      { where: 'empty', message: `No task lies in ${join(base, 'empty')}.` },
      { where: 'tasks/x-*', message: `No task matches x-* in ${join(base, 'tasks')}.` },
      {
        where: join(base, 'damaged/broken'),
        isLeftOut: true,
        message: expect.stringContaining('api_conversation_history.json'),
      },
    ])
  })

  it('with the same messages are one task, with a note: copies would make it count more and look surer', async () => {
    await makeTask(join(base, 'copies', 'one'), 'same')
    await makeTask(join(base, 'copies', 'two'), 'same')
    expect(await find('copies')).toEqual({
      tasks: ['copies/one'],
      notes: [
        {
          where: join(base, 'copies/two'),
          isLeftOut: true,
          message: `It holds the same messages as ${join(base, 'copies/one')}, which is taken once.`,
        },
      ],
    })
  })

  it('that are not there at all are a problem that says where was looked', async () => {
    await expect(find('tasks/x-*', 'nowhere')).rejects.toMatchObject({
      code: 'not-found',
      message: 'No task was found',
      hint: expect.stringContaining(`tasks/x-*: No task matches x-* in ${join(base, 'tasks')}.`),
    })
  })

  it.each(['task-1', './task-1'])('cannot be relative to nothing: %s', async (entry) => {
    await expect(findExperimentTasks(services(), [entry], undefined)).rejects.toMatchObject({
      hint: expect.stringContaining('where a relative path begins is not known'),
    })
  })
})

describe('a door that opens certain folders only', () => {
  it.each(['../outside/secret', '../outside/*', '/etc/*', '/**', 'tasks/link/secret', 'tasks/link/*'])(
    'opens nothing else for %s',
    async (entry) => {
      await expect(find(entry)).rejects.toMatchObject({ message: 'No task was found' })
    },
  )

  it.each(['../outside/secret', '../outside/*', '/**'])(
    'says that %s lies outside, and looks no further',
    async (entry) => {
      await expect(find(entry)).rejects.toMatchObject({
        hint: expect.stringContaining('outside the folders that may be opened here'),
      })
    },
  )

  it('passes over links that lead out of them', async () => {
    const { tasks } = await find('tasks/{link,task-1}')
    expect(tasks).toEqual(['tasks/task-1'])
  })
})
