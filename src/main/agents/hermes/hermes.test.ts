import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../shared/kernel/sum-recorded-usage.ts'
import { findStorage } from '../discovery/find-storage.ts'
import { findAgent } from '../find-agent.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import { listSessions } from '../list-sessions.ts'
import { sentBy, sentNext } from '../opencode/testing/stored-fixture.ts'
import { recogniseFile } from '../recognise-file.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-hermes-'))
  path = join(folder, 'state.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = `
create table sessions (id text primary key, source text, model text, model_config text, parent_session_id text, started_at real,
  ended_at real, end_reason text, message_count integer, input_tokens integer, output_tokens integer, cache_read_tokens integer,
  cache_write_tokens integer, reasoning_tokens integer, api_call_count integer, cwd text, estimated_cost_usd real,
  actual_cost_usd real, title text);
create table messages (id integer primary key autoincrement, session_id text, role text, content text, tool_call_id text,
  tool_calls text, tool_name text, timestamp real, reasoning text, reasoning_content text, _compressed_summary integer default 0,
  active integer default 1, compacted integer default 0, api_content text, display_kind text);
create table session_model_usage (session_id text, model text, task text, api_call_count integer, input_tokens integer,
  output_tokens integer, cache_read_tokens integer, cache_write_tokens integer, estimated_cost_usd real);`

type Values = Readonly<Record<string, unknown>>
type Session = Values & { readonly id: string; readonly rows: readonly Values[] }

/** A database as the agent leaves it. */
function createStore(sessions: readonly Session[], usage: readonly Values[] = []): void {
  openStore(sessions, usage).close()
}

/** The same while the agent runs: all of it is in its log. */
function openStore(sessions: readonly Session[], usage: readonly Values[] = []): Database.Database {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.exec(schema)
  const insert = (table: string, values: Values): void => {
    const names = Object.keys(values)
    const marks = names.map(() => '?').join(', ')
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
      .run(names.map((name) => values[name]))
  }
  for (const { rows, ...session } of sessions) {
    insert('sessions', {
      source: 'cli',
      model: 'm',
      started_at: 1_795_000_000,
      cwd: '/work',
      title: `Title of ${session.id}`,
      ...session,
    })
    rows.forEach((row, at) =>
      insert('messages', { session_id: session.id, timestamp: 1_795_000_000 + at, ...row }),
    )
  }
  for (const values of usage) insert('session_model_usage', values)
  return database
}

const condensed = { active: 0, compacted: 1 }
const gone = { active: 0, compacted: 0 }
const user = (content: string, more: Values = {}): Values => ({ role: 'user', content, ...more })
const answer = (content: string, more: Values = {}): Values => ({ role: 'assistant', content, ...more })
const summary = (words: string, more: Values = {}): Values =>
  user(`[CONTEXT COMPACTION] ${words}`, { _compressed_summary: 1, ...more })
const calls = (id: string, more: Values = {}): Values =>
  answer('', {
    tool_calls: JSON.stringify([
      { id, type: 'function', function: { name: 'terminal', arguments: '{"command":"ls"}' } },
    ]),
    ...more,
  })
const result = (id: string, content: string, more: Values = {}): Values => ({
  role: 'tool',
  content,
  tool_call_id: id,
  tool_name: 'terminal',
  ...more,
})

const readOne = async (...rows: readonly Values[]): Promise<ImportedTask> => {
  createStore([{ id: 's', rows }])
  return importTask(path)
}

describe('a session of Hermes Agent', () => {
  it('keeps first messages behind others that were taken back', async () => {
    const task = await readOne(
      user('u1', gone),
      answer('a1', gone),
      user('u2', condensed),
      answer('a2', condensed),
      answer('a3', condensed),
      answer('a4', condensed),
      user('u2'),
      summary('S'),
      answer('a4'),
      user('u3'),
      answer('a5'),
    )
    expect(sentBy(task).at(-1)).toEqual(['u2', '[CONTEXT COMPACTION] S', 'a4', 'u3'])
    expect(task.usage.condensations).toHaveLength(1)
    expect(task.usage.requests).toHaveLength(5)
  })

  it('counts a summary once, however often the next ones keep it in front', async () => {
    const first = summary('S1', condensed)
    const task = await readOne(
      user('u1', condensed),
      answer('a1', condensed),
      answer('a2', condensed),
      first,
      answer('a2', condensed),
      user('u2', condensed),
      answer('a3', condensed),
      first,
      summary('S2', condensed),
      answer('a3', condensed),
      user('u3', condensed),
      answer('a4', condensed),
      summary('S1'),
      summary('S2'),
      summary('S3'),
      answer('a4'),
      user('u4'),
      answer('a5'),
    )
    expect(task.usage.condensations).toHaveLength(3)
    expect(task.usage.requests).toHaveLength(5)
    const summaries = ['S1', 'S2', 'S3'].map((name) => `[CONTEXT COMPACTION] ${name}`)
    expect(sentBy(task).at(-1)).toEqual([...summaries, 'a4', 'u4'])
  })

  it('has requests of unknown size, and totals with calls beside the conversation', async () => {
    createStore(
      [
        {
          id: 's',
          input_tokens: 90,
          output_tokens: 20,
          cache_read_tokens: 60,
          api_call_count: 3,
          estimated_cost_usd: 0.5,
          rows: [user('Fix it'), calls('a'), result('a', 'one'), answer('Done')],
        },
      ],
      [
        { session_id: 's', model: 'm', task: '', api_call_count: 2, input_tokens: 80 },
        { session_id: 's', model: 'small', task: 'title', api_call_count: 1, input_tokens: 10 },
      ],
    )
    const task = await importTask(path)
    expect(task).toMatchObject({
      agent: 'hermes',
      title: 'Title of s',
      workspace: '/work',
      model: 'm',
      problems: [],
    })
    expect(task.usage.requests).toEqual([
      { ts: 1_795_000_001_000, modelId: 'm' },
      { ts: 1_795_000_003_000, modelId: 'm' },
    ])
    expect(sumRecordedUsage(task.usage)).toMatchObject({
      costUsd: 0.5,
      tokensIn: 90,
      tokensOut: 20,
      cacheReads: 60,
    })
    expect(task.usage.session?.byModel).toEqual([
      { model: 'm', requests: 2, tokensIn: 80 },
      { model: 'small', requests: 1, tokensIn: 10 },
    ])
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'a', 'one']])
  })

  it('sends what the model was given in place of what was typed, lists of parts among it', async () => {
    const parts = [
      { type: 'text', text: 'See' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aa==' } },
    ]
    const task = await readOne(
      user('typed', { api_content: 'typed, with memories' }),
      user(`\0json:${JSON.stringify(parts)}`),
      answer('Done', { reasoning_content: 'hm' }),
    )
    expect(task.messages.map(({ content }) => content)).toMatchObject([
      [{ type: 'text', text: 'typed, with memories' }],
      [{ type: 'text', text: 'See' }, { type: 'image' }],
      [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Done' },
      ],
    ])
  })

  it('shows what was taken back to the requests before that, and never again', async () => {
    const task = await readOne(
      user('Fix it'),
      answer('Done'),
      user('Wrong', gone),
      answer('Broken', gone),
      user('Right'),
      answer('Good'),
    )
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Done', 'Wrong'], ['Fix it', 'Done', 'Right']])
    expect(task.usage.condensations).toEqual([])
  })

  it('is whole where everything lies in the log of its database', async () => {
    const database = openStore([{ id: 's', rows: [user('Fix it'), answer('Done')] }])
    expect((await stat(path)).size).toBeLessThan((await stat(`${path}-wal`)).size)
    expect((await recogniseFile(path, 'state.db'))?.format.id).toBe('hermes')
    const task = await importTask(path)
    expect([sentNext(task), task.problems]).toEqual([['Fix it', 'Done'], []])
    database.close()
  })

  it('is read where values are not what they say', async () => {
    createStore([
      {
        id: 's',
        model_config: '[',
        input_tokens: 'many',
        rows: [
          user('Fix it', { timestamp: 5e246 }),
          { role: null, content: null, tool_calls: '{' },
          { role: 'tool', content: '\0json:{', tool_call_id: null },
          answer('Done', { tool_calls: '[1, {"function": 3}]', timestamp: 'soon' }),
        ],
      },
    ])
    const task = await importTask(path)
    expect(sentNext(task)[0]).toBe('Fix it')
    expect(task.messages[0]?.ts).toBeUndefined()
  })
})

describe('a condensation of Hermes Agent', () => {
  it('in place keeps the same messages once more, which are counted once', async () => {
    const head = [user('You know'), answer('I do')]
    const tail = [user('And now?', gone), calls('a', gone), result('a', 'a long output', gone)]
    createStore(
      [
        {
          id: 's',
          rows: [
            ...head.map((row) => ({ ...row, ...condensed })),
            user('Look', condensed),
            answer('Seen', condensed),
            ...tail,
            ...head,
            summary('looked'),
            user('And now?'),
            calls('a'),
            result('a', '[cleared]'),
            answer('Done'),
          ],
        },
      ],
      [
        {
          session_id: 's',
          model: 'm',
          task: 'compression',
          input_tokens: 10,
          output_tokens: 5,
          estimated_cost_usd: 0.25,
        },
      ],
    )
    const task = await importTask(path)
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', costUsd: 0.25, usage: { tokensOut: 5 } },
    ])
    expect(task.usage.requests).toHaveLength(4)
    expect(sentBy(task).at(-1)).toEqual([
      'You know',
      'I do',
      '[CONTEXT COMPACTION] looked',
      'And now?',
      'a',
      '[cleared]',
    ])
    // Seven before, the summary, the result that was cut, and the answer.
    expect(task.messages).toHaveLength(10)
  })

  it('follows the one before it', async () => {
    const task = await readOne(
      user('One', condensed),
      answer('1', condensed),
      summary('one', condensed),
      user('Two', condensed),
      answer('2', condensed),
      summary('one and two'),
      answer('2'),
      user('Three'),
      answer('3'),
    )
    expect(task.usage.condensations).toHaveLength(2)
    expect(sentBy(task)).toEqual([
      ['One'],
      ['[CONTEXT COMPACTION] one', 'Two'],
      ['[CONTEXT COMPACTION] one and two', '2', 'Three'],
    ])
  })

  it('into a new session begins with what that one was made of', async () => {
    createStore([
      { id: 'old', end_reason: 'compression', rows: [user('One'), answer('1'), user('Two'), answer('2')] },
      {
        id: 'new',
        parent_session_id: 'old',
        rows: [summary('one'), user('Two'), answer('2'), user('Three'), answer('3')],
      },
    ])
    const old = await importTask(`${path}#old`)
    expect(old.usage).toMatchObject({ requests: [{}, {}], condensations: [] })
    const task = await importTask(`${path}#new`)
    expect(task.relations?.parentId).toBe('old')
    expect(task.usage.condensations).toHaveLength(1)
    expect(task.usage.requests).toHaveLength(1)
    expect(sentBy(task)).toEqual([['[CONTEXT COMPACTION] one', 'Two', '2', 'Three']])
    expect(task.messages).toHaveLength(7)
  })
})

describe('sessions that name another one', () => {
  const root = (end: string | null): Session => ({
    id: 'root',
    end_reason: end,
    rows: [user('One'), answer('1')],
  })
  const child = (more: Values, rows: readonly Values[] = [user('Own'), answer('o')]): Session => ({
    id: 'child',
    parent_session_id: 'root',
    rows,
    ...more,
  })

  it.each([
    ['a subagent', null, { model_config: '{"_delegate_from":"root"}' }, 'root', ['child']],
    ['a tool', null, { source: 'tool' }, 'root', ['child']],
    ['another conversation after a reset', 'session_reset', {}, null, []],
    ['another one by its mark', 'compression', { model_config: '{"_reset_from":"root"}' }, null, []],
  ])('may be %s', async (_, end, more, parentId, childIds) => {
    createStore([root(end), child(more)])
    const task = await importTask(`${path}#child`)
    expect(task.relations?.parentId).toBe(parentId)
    expect(task.usage.condensations).toEqual([])
    expect((await importTask(`${path}#root`)).relations?.childIds).toEqual(childIds)
  })

  it('may be a branch, whose first messages are those of the other', async () => {
    const rows = [user('One'), answer('1'), user('Own'), answer('o')]
    createStore([root(null), child({ model_config: '{"_branched_from":"root"}' }, rows)])
    const task = await importTask(`${path}#child`)
    expect(sentBy(task)).toEqual([['One', '1', 'Own']])
  })

  it('go on with it where a mark in them was inherited', async () => {
    const rows = [summary('one'), user('Own'), answer('o')]
    createStore([root('compression'), child({ model_config: '{"_branched_from":"older"}' }, rows)])
    expect((await importTask(`${path}#child`)).usage.condensations).toHaveLength(1)
  })
})

describe('where Hermes Agent keeps its sessions', () => {
  const findPaths = (platform: string, environment: Readonly<Record<string, string>>) =>
    findAgent('hermes')
      ?.places?.(
        { platform, home: platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada', environment },
        () => null,
      )
      .map((place) => place.path)

  it.each([
    ['linux', {}, ['/home/ada/.hermes/state.db', '/home/ada/.hermes/profiles']],
    ['darwin', { HERMES_HOME: '/h' }, ['/h/state.db', '/h/profiles']],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, ['C:\\Local\\hermes\\state.db', 'C:\\Local\\hermes\\profiles']],
  ])('on %s with %o', (platform, environment, paths) => {
    expect(findPaths(platform, environment)).toEqual(paths)
  })

  it('are a database, and one of each profile', async () => {
    createStore([{ id: 's', rows: [user('Fix it')] }])
    const found = await findStorage({
      platform: 'linux',
      home: '/nowhere',
      environment: { HERMES_HOME: folder },
    })
    expect(found.map(({ agent, isReadable }) => [agent, isReadable])).toEqual([['Hermes Agent', true]])
    expect(await listSessions(path)).toMatchObject([{ key: 's', title: 'Title of s' }])
  })
})
