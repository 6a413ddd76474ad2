import { existsSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm, symlink, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../platform/store/copies/back-up.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'
import { Problem } from '../common/problem.ts'
import { createAskingAccess } from '../library/roots-access.ts'

let folder: string
let dewpoint: Dewpoint
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-backups-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

describe('copies of the database', () => {
  it.each(['backup', 'salvage'] as const)(
    'a %s is whole, for its user alone, and in the list',
    async (kind) => {
      const { backups, prompts } = dewpoint.client
      await prompts.create({ name: 'Mine', purpose: 'conversation', text: 'Be short.', note: '' })
      expect(await backups.list()).toEqual([])
      const copy = await backups.make({ kind })
      expect(copy).toMatchObject({ kind, path: expect.stringContaining(join(folder, 'data', 'backups')) })
      expect(statSync(copy.path).mode & 0o777).toBe(0o600)
      expect((await backUp(copy.path, join(folder, 'again'))).rows).toMatchObject({ prompts: 1 })
      expect(await backups.list()).toEqual([copy])
    },
  )

  it('are refused where the folder for them leads into a task, and nothing is left there', async () => {
    const task = join(folder, 'task')
    await mkdir(task)
    const messages = JSON.stringify([{ role: 'user', content: 'hello' }])
    await writeFile(join(task, 'api_conversation_history.json'), messages)
    await dewpoint.client.tasks.open({ kind: 'path', path: task })
    await symlink(task, join(folder, 'data', 'backups'))
    expect(await catchProblem(dewpoint.client.backups.make({}))).toMatchObject({
      message: expect.stringContaining('This is a symbolic link'),
    })
    expect(existsSync(join(task, 'api_conversation_history.json'))).toBe(true)
    expect(await dewpoint.client.backups.list()).toEqual([])
  })

  it('say what is wrong where the database is gone', async () => {
    rmSync(join(folder, 'data', 'dewpoint.sqlite'))
    expect(await catchProblem(dewpoint.client.backups.make({}))).toMatchObject({ code: 'not-found' })
  })
})

describe('what waits after a restore', () => {
  const put = (kind: string, id: string, body: unknown): void => {
    const database = new Database(join(folder, 'data', 'dewpoint.sqlite'))
    database.prepare('insert into asleep values (?, ?, 1, ?)').run(kind, id, JSON.stringify(body))
    database.close()
  }

  it.each(['browser', 'desktop'] as const)(
    'is not confirmed by the %s where it says what runs, where a key goes, or what lies outside',
    async (door) => {
      put('arm', 'a', { target: '["address","https://evil.example",null]', allowed_ts: 1 })
      put('key', 'k', { variable: 'WORK', origin: 'https://evil.example' })
      put('watched-folder', '/etc', { path: '/etc', added_ts: 1 })
      await dewpoint.close()
      const resolve = (): never => {
        throw new Problem({ code: 'not-allowed', message: 'Outside', where: '/etc', hint: '' })
      }
      dewpoint = await startDewpoint(folder, { door, access: { resolve, roots: () => [] } })
      const { backups, app } = dewpoint.client
      expect(await app.takeStartProblems()).toMatchObject([
        { message: '3 things of a restored backup wait to be confirmed.' },
      ])
      const things = await backups.asleep()
      expect(things.map(({ kind, isForCommandLine }) => [kind, isForCommandLine])).toEqual([
        ['arm', true],
        ['key', true],
        ['watched-folder', false],
      ])
      for (const { code } of things)
        expect(await catchProblem(backups.confirm({ code }))).toMatchObject({ code: 'not-allowed' })
      expect(await backups.asleep()).toEqual(things)
      for (const { code } of things) await backups.discard({ code })
      expect(await backups.asleep()).toEqual([])
    },
  )

  it('lets the browser open a folder at once', async () => {
    await mkdir(join(folder, 'other'))
    put('folder', 'f', { path: join(folder, 'other') })
    await dewpoint.close()
    const access = createAskingAccess([join(folder, 'data')])
    dewpoint = await startDewpoint(folder, { door: 'browser', access })
    const path = join(folder, 'other')
    expect(() => access.resolve({ kind: 'path', path })).toThrow('outside')
    const [thing] = await dewpoint.client.backups.asleep()
    await dewpoint.client.backups.confirm({ code: thing?.code ?? '' })
    expect(access.resolve({ kind: 'path', path })).toContain('other')
    expect(await catchProblem(dewpoint.client.backups.confirm({ code: thing?.code ?? '' }))).toMatchObject({
      code: 'not-found',
    })
  })
})
