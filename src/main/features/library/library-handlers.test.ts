import { mkdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSearchLimits } from '../../agents/find-tasks.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'
import { createRootsAccess } from './roots-access.ts'

let folder: string
let dewpoint: Dewpoint
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-storage-'))
  const home = join(folder, 'home')
  for (const name of ['.cline/data/tasks/1', '.cline/data/tasks/2', '.cursor/chats/x'])
    await mkdir(join(home, name), { recursive: true })
  const history = JSON.stringify([{ role: 'user', content: 'Mend the door' }])
  for (const name of ['1', '2'])
    await writeFile(join(home, '.cline/data/tasks', name, 'api_conversation_history.json'), history)
  await writeFile(join(home, '.cursor/chats/x/store.db'), '{}')
  await mkdir(join(folder, 'roots'))
  dewpoint = await startDewpoint(folder, {
    // A door that opens nothing of the home folder by path.
    access: createRootsAccess([join(folder, 'roots')]),
    environment: { HOME: home, USERPROFILE: home, APPDATA: home, XDG_CONFIG_HOME: join(home, '.config') },
  })
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

describe('storage that was found', () => {
  it('is added by its id on a door that opens no path in it, and its tasks are read there', async () => {
    const { client } = dewpoint
    const [cline, cursor] = await client.library.discover()
    expect(cline).toMatchObject({ agent: 'Cline', tasks: 2, isReadable: true, isWatched: false })
    expect(cursor).toMatchObject({ agent: 'Cursor CLI', tasks: 1, isReadable: false })
    const path = cline?.path ?? ''
    expect(await catchProblem(client.tasks.open({ kind: 'path', path }))).toMatchObject({
      code: 'not-allowed',
    })
    const { tasks } = await client.library.add({ storageId: cline?.id ?? '' })
    expect(tasks).toMatchObject([{ state: 'found' }, { state: 'found' }])
    const { summary } = await client.tasks.get({ taskId: tasks[0]?.id ?? '' })
    expect(summary).toMatchObject({ state: 'read', title: 'Mend the door' })
    expect((await client.library.discover())[0]).toMatchObject({ isWatched: true })
    expect(await client.library.folders()).toMatchObject([{ path, tasks: 2, problem: null }])
    await client.library.unwatch({ path })
    expect(await client.library.folders()).toEqual([])
  })

  it.each([
    ['unknown', async () => 'nope', 'not-found'],
    [
      'of no format that can be read',
      async () => (await dewpoint.client.library.discover())[1]?.id,
      'bad-input',
    ],
  ])('is refused when it is %s', async (_, storageId, code) => {
    const id = (await storageId()) ?? ''
    expect(await catchProblem(dewpoint.client.library.add({ storageId: id }))).toMatchObject({ code })
  })
})

it('says that it has not looked everywhere where a folder holds more folders than it looks into', async () => {
  const crowd = join(folder, 'roots', 'crowd')
  const limit = vi.spyOn(defaultSearchLimits, 'folders', 'get').mockReturnValue(50)
  for (let index = 0; index <= 50; index += 1) mkdirSync(join(crowd, String(index)), { recursive: true })
  expect(await catchProblem(dewpoint.client.tasks.open({ kind: 'path', path: crowd }))).toMatchObject({
    code: 'bad-input',
    // What matters of the sentence.
    message: expect.stringContaining('first 50 folders in it') as unknown,
  })
  limit.mockRestore()
})

describe('sessions that cannot be read', () => {
  const claude = '{"type":"user","sessionId":"s"}\n'

  it('are named where a folder holds nothing else', async () => {
    const path = join(folder, 'roots')
    await writeFile(join(path, '1.jsonl'), claude)
    const problem = await catchProblem(dewpoint.client.tasks.open({ kind: 'path', path }))
    expect(problem).toMatchObject({
      code: 'bad-input',
      where: path,
      message: expect.stringContaining('no task that can be read, but 1 session of Claude Code'),
    })
  })

  it('are counted in folders that are followed, and in no others', async () => {
    const { client } = dewpoint
    const path = join(folder, 'roots')
    for (const name of ['one', 'two']) {
      await mkdir(join(path, name))
      await writeFile(join(path, name, 'api_conversation_history.json'), '[{"role":"user","content":"a"}]')
    }
    await writeFile(join(path, '1.jsonl'), claude)
    expect(await client.library.foreign({ path })).toEqual([])
    await client.tasks.open({ kind: 'path', path })
    const found = [{ agent: 'Claude Code', sessions: 1 }]
    expect(await client.library.foreign({ path })).toEqual(found)
    await symlink(path, join(folder, 'link'))
    expect(await client.library.foreign({ path: join(folder, 'link') })).toEqual(found)
  })
})

it.each([
  ['empty', {}, 'junk holds no files'],
  [
    'of another program',
    { 'a.json': '{}', 'docs/b.txt': 'text', 'docs/c.md': '# c' },
    'No file in junk is a history that Dewpoint reads. 3 files were looked at',
  ],
])('says of a folder that is %s what was looked at and what it reads', async (_what, files, message) => {
  const junk = join(folder, 'roots/junk')
  await mkdir(join(junk, 'docs'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(junk, name), text)
  expect(await catchProblem(dewpoint.client.tasks.open({ kind: 'path', path: junk }))).toMatchObject({
    code: 'bad-input',
    message,
    where: junk,
    hint: expect.stringMatching(
      /^Open the folder in which an agent keeps its sessions.*Claude Code, .*Roo Code/,
    ),
  })
})

it('tells once what was named at the start and could not be opened', async () => {
  const problem = { code: 'not-found', message: 'Nothing is there', where: '/a', hint: 'Look.' } as const
  dewpoint.noteStartProblem(problem)
  expect(await dewpoint.client.app.takeStartProblems()).toEqual([problem])
  expect(await dewpoint.client.app.takeStartProblems()).toEqual([])
})
