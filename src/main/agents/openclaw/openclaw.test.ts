import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAgent } from '../find-agent.ts'
import { importTask } from '../import-task.ts'
import { listSessions } from '../list-sessions.ts'
import { sentNext } from '../opencode/testing/stored-fixture.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { expectImportFailure } from '../testing/task-files.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-openclaw-'))
  await mkdir(join(folder, 'agent'))
  path = join(folder, 'agent', 'openclaw-agent.sqlite')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Values = Readonly<Record<string, unknown>>

const schema = `
create table session_nodes (session_key text, current_session_id text, entry_json text, label text, display_name text,
  parent_session_key text, spawned_by text, fork_source_session_id text, updated_at integer);
create table session_windows (session_id text, session_key text, previous_session_id text, reason text, display_name text,
  parent_session_key text, spawned_by text, agent_harness_id text, transcript_updated_at integer, updated_at integer);
create table transcript_events (session_id text, seq integer, event_json text, created_at integer, event_zstd blob,
  event_utf8_bytes integer, navigation_json text);
create table session_transcript_active_events (session_id text, active_position integer, event_seq integer);
create table session_transcript_cold_archives (session_id text, archive_name text, last_seq integer, archived_at integer,
  storage text, archive_blob blob);
insert into session_nodes values ('agent:main:main', 's', '{}', 'Harbour', null, null, null, null, 1);
insert into session_windows values ('s', 'agent:main:main', null, null, null, null, null, 'openclaw', 5, 1);`

const insertEvent = 'insert into transcript_events values (?, ?, ?, ?, ?, ?, null)'

/** A database whose session has these events; those that are bytes are compressed. */
function createStore(events: readonly (Values | string | Buffer)[], more = ''): void {
  const database = new Database(path)
  database.exec(schema)
  const insert = database.prepare(insertEvent)
  events.forEach((event, seq) => {
    if (Buffer.isBuffer(event)) insert.run('s', seq, null, seq, event, 100)
    else insert.run('s', seq, typeof event === 'string' ? event : JSON.stringify(event), seq, null, null)
  })
  database.exec(more)
  database.close()
}

const header = { type: 'session', version: 4, id: 's', timestamp: '2026-11-28T10:00:00.000Z', cwd: '/work' }
const entry = (id: string, parentId: string | null, more: Values): Values => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-11-28T10:00:01.000Z',
  ...more,
})
const says = (id: string, parentId: string | null, text: string): Values =>
  entry(id, parentId, { message: { role: 'user', content: text, __openclaw: {} } })
const answers = (id: string, parentId: string | null, content: string | readonly Values[]): Values =>
  entry(id, parentId, {
    message: {
      role: 'assistant',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      model: 'm',
      usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 0, cost: { total: 0 } },
      stopReason: 'stop',
    },
  })
const pack = (event: Values): Buffer => zstdCompressSync(JSON.stringify(event))

describe('a session of OpenClaw', () => {
  it('is read from rows of text and of zstd alike', async () => {
    createStore([header, says('a', null, 'Fix it'), pack(answers('b', 'a', 'Done')), says('c', 'b', 'More')])
    const task = await importTask(path)
    expect(task).toMatchObject({
      agent: 'openclaw',
      title: 'Harbour',
      workspace: '/work',
      model: 'm',
      problems: [],
    })
    expect(wordsSentBy(task)).toEqual([['Fix it']])
    expect(sentNext(task)).toEqual(['Fix it', 'Done', 'More'])
    expect(task.usage.requests).toMatchObject([{ tokensIn: 10, tokensOut: 5, cacheReads: 100 }])
  })

  it('is read as far as it can be where a row is damaged, or a bomb', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(64 * 2 ** 20))
    expect(bomb.length).toBeLessThan(10_000)
    createStore([
      header,
      says('a', null, 'Fix it'),
      bomb,
      Buffer.from('no zstd'),
      '{"type":"message"',
      '[1]',
      answers('b', 'a', 'Done'),
    ])
    const task = await importTask(path)
    expect(sentNext(task)).toEqual(['Fix it', 'Done'])
    expect(task.problems.map(({ reason }) => reason)).toEqual(['4 events cannot be read and were left out'])
  })

  it('goes on from its active branch, and keeps the other one', async () => {
    createStore(
      [
        header,
        says('a', null, 'Fix it'),
        answers('b', 'a', 'Done'),
        says('c', 'b', 'Left'),
        { type: 'leaf', id: 'x', targetId: 'b' },
      ],
      "insert into session_transcript_active_events values ('s', 0, 1), ('s', 1, 2)",
    )
    const task = await importTask(path)
    expect(sentNext(task)).toEqual(['Fix it', 'Done'])
    expect(task.messages).toHaveLength(3)
    expect(task.problems).toEqual([])
  })

  it('begins anew with a reset, which is no condensation, and with what that kept', async () => {
    createStore([
      header,
      says('a', null, 'Old'),
      answers('b', 'a', 'Older'),
      says('c', 'b', 'Kept'),
      entry('r', 'c', { type: 'reset', firstKeptEntryId: 'c' }),
      says('d', 'r', 'New'),
      answers('e', 'd', 'Done'),
      entry('k', 'e', {
        type: 'compaction',
        summary: 'all',
        firstKeptEntryId: 'e',
        tokensBefore: 115,
        tokensAfter: 20,
      }),
      says('f', 'k', 'Next'),
    ])
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([['Old'], ['Kept', 'New']])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', tokensBefore: 115, tokensAfter: 20 }])
    expect(sentNext(task)).toEqual([expect.stringContaining('all'), 'Done', 'Next'])
  })

  it('sends results in the words that were frozen, and says which were trimmed', async () => {
    const result = {
      role: 'toolResult',
      toolCallId: 'call_1',
      content: [{ type: 'text', text: 'long' }],
      timestamp: 7,
    }
    const data = {
      frozenToolResults: [
        { key: 'tool:call_1:7', sourceHash: 'x', texts: ['short'] },
        { key: 3, texts: 4 },
      ],
      prunedToolResults: [{ key: 'tool:call_0:1', mode: 'soft' }],
    }
    createStore([
      header,
      says('a', null, 'Look'),
      answers('b', 'a', [{ type: 'toolCall', id: 'call_1', name: 'read', arguments: {} }]),
      entry('c', 'b', { message: result }),
      entry('d', 'c', { type: 'custom', customType: 'openclaw.cache-ttl', data }),
      answers('e', 'd', 'Seen'),
    ])
    const task = await importTask(path)
    expect(JSON.stringify(wordsSentBy(task)[1])).toContain('short')
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      '1 old result was trimmed when sent, and what was sent in place is not stored',
    ])
  })

  it('says where another program ran it, and whose subagent it is', async () => {
    createStore(
      [header, says('a', null, 'Fix it')],
      `insert into session_nodes values ('sub', 't', '{}', null, null, null, null, null, 1);
       insert into session_windows values ('t', 'sub', null, null, 'Helper', null, 'agent:main:main', 'codex', 9, 1);
       insert into transcript_events values ('t', 0, '${JSON.stringify(says('z', null, 'Help'))}', 1, null, null, null)`,
    )
    expect((await listSessions(path))?.map(({ key, title }) => [key, title])).toEqual([
      ['s', 'Harbour'],
      ['t', 'Helper'],
    ])
    const task = await importTask(`${path}#t`)
    expect(task.relations?.parentId).toBe('s')
    expect(task.problems.map(({ reason }) => reason).join()).toContain('it was run by codex')
  })
})

describe('an archived session of OpenClaw', () => {
  const lines = [header, says('a', null, 'Fix it'), answers('b', 'a', 'Done')].map((event, seq) => ({
    kind: 'event',
    row: { seq, event_json: JSON.stringify(event), created_at: seq },
  }))
  const archive = zstdCompressSync(
    [{ kind: 'header', version: 1 }, ...lines, { kind: 'active', row: { active_position: 0, event_seq: 2 } }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  const createCold = (name: string, storage: string, blob: Buffer | null): void => {
    createStore([])
    const database = new Database(path)
    database
      .prepare('insert into session_transcript_cold_archives values (?, ?, ?, ?, ?, ?)')
      .run('s', name, 2, 9, storage, blob)
    database.close()
  }

  it('is read from the row that holds it', async () => {
    createCold('a.jsonl.zst', 'sqlite', archive)
    expect(await listSessions(path)).toMatchObject([{ key: 's', title: 'Harbour' }])
    expect(sentNext(await importTask(path))).toEqual(['Fix it', 'Done'])
  })

  it('is read from its file beside the database', async () => {
    createCold('a.jsonl.zst', 'file', null)
    await mkdir(join(folder, 'sessions', 'cold'), { recursive: true })
    await writeFile(join(folder, 'sessions', 'cold', 'a.jsonl.zst'), archive)
    expect(sentNext(await importTask(path))).toEqual(['Fix it', 'Done'])
  })

  it.each(['gone.jsonl.zst', '../../secret'])('is missed where %s is not there, or no name', async (name) => {
    createCold(name, 'file', null)
    expect(await expectImportFailure(path)).toMatchObject({ code: 'history-missing' })
  })

  it('is one line where it is a bomb', async () => {
    createCold('a.jsonl.zst', 'sqlite', zstdCompressSync(Buffer.alloc(200 * 2 ** 20)))
    expect((await expectImportFailure(path)).message).toContain('its archive cannot be unpacked')
  })
})

describe('older files of OpenClaw', () => {
  it('are known by fields of its own, and read with the rules of pi', async () => {
    const file = join(folder, 'old.jsonl')
    const records = [{ ...header, version: 3 }, says('a', null, 'Fix it'), answers('b', 'a', 'Done')]
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    expect(await importTask(file)).toMatchObject({
      format: 'openclaw',
      agent: 'openclaw',
      workspace: '/work',
    })
  })
})

describe('where OpenClaw keeps its sessions', () => {
  it.each([
    ['linux', {}, '/home/ada/.openclaw/agents'],
    ['darwin', { OPENCLAW_STATE_DIR: '/state' }, '/state/agents'],
    ['linux', { OPENCLAW_PROFILE: 'work' }, '/home/ada/.openclaw-work/agents'],
    ['linux', { OPENCLAW_HOME: '/other' }, '/other/.openclaw/agents'],
    ['win32', {}, 'C:\\Users\\ada\\.openclaw\\agents'],
  ])('on %s with %o', (platform, environment, first) => {
    const home = platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada'
    const places = findAgent('openclaw')?.places?.({ platform, home, environment }, () => null) ?? []
    expect(places[0]?.path).toBe(first)
    expect(places).toHaveLength(3)
  })
})
