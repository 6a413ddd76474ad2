import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headBytes, readFileHead } from '../file-head.ts'
import { importTask } from '../import-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { expectImportFailure } from '../testing/task-files.ts'
import { openCode } from './opencode.ts'
import {
  answer,
  calls,
  ends,
  says,
  sentBy,
  step,
  user,
  readBlockWords,
  type Fixture,
} from './testing/stored-fixture.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-opencode-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = `
CREATE TABLE \`project\` (\`id\` text PRIMARY KEY, \`worktree\` text NOT NULL);
CREATE TABLE \`session\` (\`id\` text PRIMARY KEY, \`project_id\` text NOT NULL, \`parent_id\` text, \`slug\` text NOT NULL,
  \`directory\` text NOT NULL, \`title\` text NOT NULL, \`version\` text NOT NULL, \`revert\` text,
  \`time_created\` integer NOT NULL, \`time_updated\` integer NOT NULL);
CREATE TABLE \`message\` (\`id\` text PRIMARY KEY, \`session_id\` text NOT NULL, \`time_created\` integer NOT NULL,
  \`time_updated\` integer NOT NULL, \`data\` text NOT NULL);
CREATE TABLE \`part\` (\`id\` text PRIMARY KEY, \`message_id\` text NOT NULL, \`session_id\` text NOT NULL,
  \`time_created\` integer NOT NULL, \`time_updated\` integer NOT NULL, \`data\` text NOT NULL);
CREATE INDEX \`part_session_idx\` ON \`part\` (\`session_id\`);`

type Session = { readonly id: string; readonly parent?: string; readonly messages: readonly Fixture[] }

/** A database as OpenCode leaves it; it stays open, as it is while the agent runs. */
function openStore(path: string, sessions: readonly Session[]): Database.Database {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.exec(schema)
  const session = database.prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const message = database.prepare('insert into message values (?, ?, ?, ?, ?)')
  const part = database.prepare('insert into part values (?, ?, ?, ?, ?, ?)')
  for (const { id, parent = null, messages } of sessions) {
    session.run(id, 'x', parent, 's', '/work', `Title of ${id}`, '1.18.34', null, 1, messages.length)
    messages.forEach(({ info: { id: name, ...info }, parts }, at) => {
      const own = `${String(name)}_${id}`
      message.run(own, id, at + 1, at + 1, JSON.stringify(info))
      parts.forEach((data, place) =>
        part.run(`${own}_${place}`, own, id, at + 1, at + 1, JSON.stringify({ ...data, id: undefined })),
      )
    })
  }
  return database
}

const talk = [
  user(1, 'Fix it'),
  answer(2, [step(), says('Looking'), calls('a'), ends(3)]),
  answer(3, [step(), says('Done'), ends(4)]),
]
const more = (id: string): Session => ({ id, messages: talk })

async function digests(): Promise<readonly string[]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(
      async (name) =>
        `${name} ${createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')}`,
    ),
  )
}

describe('a database of OpenCode', () => {
  it('is known by its tables, whatever it is called', async () => {
    const path = join(folder, 'anything.db')
    openStore(path, [more('ses_1')]).close()
    expect(openCode.recognises(readFileHead('anything.db', await readFile(path)))).toBe(true)
    const other = new Database(join(folder, 'other.db'))
    other.exec('create table message (id text, body text); create table sessions (id text)')
    other.close()
    expect(openCode.recognises(readFileHead('other.db', await readFile(join(folder, 'other.db'))))).toBe(
      false,
    )
    expect(await expectImportFailure(join(folder, 'other.db'))).toMatchObject({ code: expect.any(String) })
  })

  it('is known by its name where its tables are described behind its beginning, as migrations leave them', async () => {
    const path = join(folder, 'opencode.db')
    const grown = new Database(path)
    grown.pragma('page_size = 512')
    grown.exec('create table account (id text, notes text)')
    grown.prepare('insert into account values (?, ?)').run('1', 'n'.repeat(2 * headBytes))
    grown.close()
    openStore(path, [more('ses_1')]).close()
    const bytes = await readFile(path)
    expect(bytes.subarray(0, headBytes).includes('part')).toBe(false)
    expect(openCode.recognises(readFileHead('opencode.db', bytes))).toBe(true)
    expect(openCode.recognises(readFileHead('anything.db', bytes))).toBe(false)
    expect(await importTask(path)).toMatchObject({ title: 'Title of ses_1' })
  })

  it('is none where the first OpenCode wrote it under the same name', async () => {
    const path = join(folder, 'opencode.db')
    const first = new Database(path)
    first.exec('create table sessions (id text, title text); create table messages (id text, parts text)')
    first.prepare('insert into sessions values (?, ?)').run('1', 't'.repeat(2 * headBytes))
    first.close()
    expect(openCode.recognises(readFileHead('opencode.db', await readFile(path)))).toBe(false)
  })

  it('is read while it is written to, and nothing is written beside it', async () => {
    const path = join(folder, 'opencode.db')
    const database = openStore(path, [more('ses_1'), { ...more('ses_2'), parent: 'ses_1' }])
    const before = await digests()
    const task = await importTask(`${path}#ses_2`)
    expect(task).toMatchObject({
      path: `${path}#ses_2`,
      agent: 'opencode',
      title: 'Title of ses_2',
      workspace: '/work',
      relations: { parentId: 'ses_1' },
      problems: [],
    })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Looking+a', 'result of a']])
    expect(await digests()).toEqual(before)
    database.close()
  })

  it('needs no name of a session where it holds one, and tells how to choose one of several', async () => {
    const one = join(folder, 'kilo.db')
    openStore(one, [more('ses_1'), { id: 'ses_0', messages: [] }]).close()
    expect(await importTask(one)).toMatchObject({ title: 'Title of ses_1', agent: 'kilo' })
    const two = join(folder, 'opencode.db')
    openStore(two, [more('ses_1'), { id: 'ses_2', messages: [...talk, user(9, 'More')] }]).close()
    const failure = await expectImportFailure(two)
    expect(failure).toMatchObject({ code: 'history-missing', where: two })
    expect(failure.message).toBe('opencode.db holds 2 sessions, and the path names none of them')
    expect(failure.hint).toContain(`${two}#ses_2`)
    expect(await expectImportFailure(`${two}#ses_9`)).toMatchObject({
      code: 'not-found',
      message: 'opencode.db holds no session ses_9',
    })
  })

  it('lists its sessions, with a stamp that changes with each', async () => {
    const path = join(folder, 'opencode.db')
    const database = openStore(path, [more('ses_1'), more('ses_2'), { id: 'ses_3', messages: [] }])
    const list = async () => {
      const head = readFileHead('opencode.db', await readFile(path))
      // The rest of a source is not asked for.
      const source = { realPath: path, head: () => head } as unknown as ParsedSource
      return (await openCode.sessions?.list(source)) ?? []
    }
    const before = await list()
    expect(before.map(({ key, title, lastActivityTs }) => [key, title, lastActivityTs])).toEqual([
      ['ses_1', 'Title of ses_1', 3],
      ['ses_2', 'Title of ses_2', 3],
    ])
    database.prepare("update part set time_updated = 99 where session_id = 'ses_2'").run()
    const after = await list()
    expect(after.map(({ stamp }, at) => stamp === before[at]?.stamp)).toEqual([true, false])
    database.close()
  })

  it('is read as far as it can be where rows are no JSON, and where it is damaged', async () => {
    const path = join(folder, 'opencode.db')
    const database = openStore(path, [more('ses_1')])
    database.prepare("update message set data = '{' where id like 'msg_3%'").run()
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    const task = await importTask(path)
    expect(task.messages.map(({ content }) => readBlockWords(content))).toEqual([
      'Fix it',
      'Looking+a',
      'result of a',
    ])
    expect(task.problems.map(({ reason }) => reason)).toEqual(['1 message cannot be read and was left out'])
    await writeFile(path, (await readFile(path)).fill(0xff, 200))
    expect(await expectImportFailure(path)).toMatchObject({ code: 'unreadable' })
  })
})

describe('the files that came before the database', () => {
  const write = async (name: string, value: unknown): Promise<void> => {
    const path = join(folder, 'storage', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const described = {
    id: 'ses_1',
    projectID: 'x',
    directory: '/work',
    title: 'Fix it',
    version: '0.9',
    time: {},
  }

  it.each([
    ['', 'session/x/ses_1.json', 'message/ses_1', 'part'],
    ['of the first months', 'session/info/ses_1.json', 'session/message/ses_1', 'session/part/ses_1'],
  ])('are one session%s', async (_, info, messages, parts) => {
    await write(info, described)
    for (const {
      info: { id, ...value },
      parts: own,
    } of talk) {
      await write(`${messages}/${String(id)}.json`, { id, ...value })
      for (const [at, part] of own.entries()) await write(`${parts}/${String(id)}/prt_${at}.json`, part)
    }
    await write(`${messages}/msg_9.json`, '{"id":')
    const task = await importTask(join(folder, 'storage', info))
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Looking+a', 'result of a']])
    expect(task).toMatchObject({ title: 'Fix it', workspace: '/work' })
    expect(task.problems.map(({ reason }) => reason)).toEqual(['1 message cannot be read and was left out'])
  })
})
