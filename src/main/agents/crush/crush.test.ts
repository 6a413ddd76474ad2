import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { sentBy, sentNext, readBlockWords, type Values } from '../opencode/testing/stored-fixture.ts'
import { expectImportFailure } from '../testing/task-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-crush-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, message_count INTEGER,
  prompt_tokens INTEGER, completion_tokens INTEGER, cost REAL, updated_at INTEGER, created_at INTEGER,
  summary_message_id TEXT);
CREATE TABLE files (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts TEXT NOT NULL default '[]',
  model TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER, provider TEXT,
  is_summary_message INTEGER DEFAULT 0 NOT NULL);`

type Row = { readonly role: string; readonly parts: unknown; readonly isSummary?: boolean }
const part = (type: string, data: Values): Values => ({ type, data })
const says = (text: string): Values => part('text', { text })
const ends = (reason: string, more: Values = {}): Values => part('finish', { reason, time: 0, ...more })
const calls = (id: string, input = '{"path":"a"}'): Values =>
  part('tool_call', { id, name: 'view', input, finished: true })
const result = (id: string, more: Values = {}): Values =>
  part('tool_result', { tool_call_id: id, name: '', content: `result of ${id}`, is_error: false, ...more })
const user = (text: string): Row => ({ role: 'user', parts: [says(text), ends('stop')] })
const answer = (...parts: Values[]): Row => ({ role: 'assistant', parts: [...parts, ends('end_turn')] })
const results = (...parts: Values[]): Row => ({ role: 'tool', parts: [...parts, ends('stop')] })
const summary = (text: string, reason = 'end_turn'): Row => ({
  role: 'assistant',
  parts: [says(text), ends(reason)],
  isSummary: true,
})

/** Writes a database with sessions; each message a second after the one before. */
async function write(sessions: Readonly<Record<string, readonly Row[]>>, own: Values = {}): Promise<string> {
  const path = join(folder, 'project', '.crush', 'crush.db')
  await mkdir(join(folder, 'project', '.crush'), { recursive: true })
  const database = new Database(path)
  database.exec(schema)
  for (const [id, rows] of Object.entries(sessions)) {
    const parent = id.includes('$$') ? 'one' : null
    database
      .prepare('insert into sessions values (?, ?, ?, 0, 0, 0, ?, 1, 1, ?)')
      .run(id, parent, 'New Session', parent === null ? 3 : 1, own['summary'] ?? null)
    rows.forEach(({ role, parts, isSummary }, at) =>
      database
        .prepare('insert into messages values (?, ?, ?, ?, ?, ?, 1, 1, ?, ?)')
        .run(
          `${id}-${at}`,
          id,
          role,
          typeof parts === 'string' ? parts : JSON.stringify(parts),
          role === 'assistant' ? 'm' : '',
          1_700_000_000 + at,
          'p',
          isSummary === true ? 1 : 0,
        ),
    )
  }
  database.close()
  return path
}

describe('a session of Crush', () => {
  it('gives each answer as a request, and the results in messages of their own', async () => {
    const path = await write({
      one: [
        user('Fix it'),
        answer(says('Looking'), calls('a'), calls('b')),
        results(result('a'), result('b')),
        answer(says('Done')),
      ],
    })
    const task = await importTask(path)
    expect(task).toMatchObject({
      format: 'crush',
      agent: 'crush',
      title: 'Fix it',
      model: 'm',
      workspace: join(folder, 'project'),
      problems: [],
      lastActivityTs: 1_700_000_003_000,
      usage: { session: { costUsd: 3 }, requests: [{ ts: 1_700_000_001_000, modelId: 'm' }, {}] },
    })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Looking+a+b', 'result of a+result of b']])
    expect(task.messages[1]?.content).toContainEqual({
      type: 'tool_use',
      id: 'a',
      name: 'view',
      input: { path: 'a' },
    })
  })

  it('goes on with its last summary alone, shown as if it had been typed', async () => {
    const path = await write({
      one: [
        user('Fix it'),
        answer(says('a')),
        summary('all of it'),
        user('More'),
        answer(says('b')),
        summary('failed', 'error'),
        user('Again'),
        answer(says('c')),
      ],
    })
    const task = await importTask(path)
    expect(sentBy(task)).toEqual([
      ['Fix it'],
      ['all of it', 'More'],
      ['all of it', 'More', 'b'],
      ['all of it', 'More', 'b', 'Again'],
    ])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', condenseId: 'one-2' }])
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({ role: 'user' })
  })

  it('sends no answer that failed, no result without a call, and a word for a call without a result', async () => {
    const failed = { role: 'assistant', parts: [ends('error', { message: 'API Error', details: '400' })] }
    const stopped = {
      role: 'assistant',
      parts: [says('Loo'), calls('x', 'no json'), ends('canceled', { message: 'Stopped' })],
    }
    const path = await write({
      one: [
        user('Fix it'),
        failed,
        user('Again'),
        stopped,
        results(result('z')),
        user('Go on'),
        answer(says('b')),
      ],
    })
    const task = await importTask(path)
    const said =
      'tool call was interrupted and did not produce a result, you may retry this call if the result is still needed'
    expect(sentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'Again'],
      ['Fix it', 'Again', 'Loo+x', said, 'Go on'],
    ])
    expect(task.usage.requests).toMatchObject([{ failureText: 'API Error: 400' }, { cancelled: true }, {}])
    expect(task.messages.map(({ content }) => readBlockWords(content))).toContain('result of z')
    expect(task.messages.map(({ content }) => content).flat()).toContainEqual(
      expect.objectContaining({ id: 'x', input: { raw: 'no json' } }),
    )
  })

  it('has pictures, files, commands and reasoning as they are sent', async () => {
    const path = await write({
      one: [
        {
          role: 'user',
          parts: [
            says('Look'),
            part('binary', { Path: 'a.png', MIMEType: 'image/png', Data: 'AAAA' }),
            part('binary', {
              Path: 'a.txt',
              MIMEType: 'text/plain',
              Data: Buffer.from('inside').toString('base64'),
            }),
            part('shell_command', { command: 'ls', output: 'a.txt', exit_code: 0 }),
          ],
        },
        answer(part('reasoning', { thinking: 'hm', signature: 's' }), calls('a')),
        results(result('a', { data: 'BBBB', mime_type: 'image/png' })),
      ],
    })
    const { messages } = await importTask(path)
    expect(messages.map(({ content }) => content)).toEqual([
      [
        { type: 'text', text: 'Look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'text', text: "<file path='a.txt'>\n\ninside\n</file>" },
        { type: 'text', text: '$ ls\na.txt\n(exit code 0)' },
      ],
      [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'tool_use', id: 'a', name: 'view', input: { path: 'a' } },
      ],
      [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'BBBB' } }],
        },
      ],
    ])
  })

  it('has subagents as sessions of their own, whose cost is not in it twice', async () => {
    const path = await write({ one: [user('Fix it')], 'one-1$$a': [user('Find it')] })
    expect(await expectImportFailure(path)).toMatchObject({ code: 'history-missing' })
    expect(await importTask(`${path}#one`)).toMatchObject({
      relations: { parentId: null, childIds: ['one-1$$a'] },
      usage: { session: { costUsd: 2 } },
    })
    expect(await importTask(`${path}#one-1$$a`)).toMatchObject({
      relations: { parentId: 'one', childIds: [] },
      usage: { session: { costUsd: 1 } },
    })
  })

  it('has the tokens of its last request as its size, and 0 of nothing', async () => {
    const path = await write({ one: [user('Fix it'), answer(says('Done'))] })
    const set = (values: string): void => {
      const database = new Database(path)
      database.exec(`update sessions set ${values}`)
      database.close()
    }
    set('prompt_tokens = 900, completion_tokens = 20')
    expect((await importTask(path)).usage.session).toEqual({ costUsd: 3, lastContextTokens: 920 })
    set('prompt_tokens = 0, cost = 0')
    expect((await importTask(path)).usage.session).toBeUndefined()
  })

  it('of the first OpenCode has them as sums', async () => {
    const path = await write({ one: [user('Fix it'), answer(says('Done'))] })
    const database = new Database(path)
    database.exec(
      'alter table sessions drop column summary_message_id; alter table messages drop column provider; update sessions set prompt_tokens = 900, completion_tokens = 20',
    )
    database.close()
    expect(await importTask(path)).toMatchObject({
      format: 'opencode-go',
      usage: { session: { costUsd: 3, tokensIn: 900, tokensOut: 20 } },
    })
  })

  it('names messages that cannot be read', async () => {
    const task = await importTask(
      await write({ one: [user('Fix it'), { role: 'assistant', parts: '[{' }, answer(says('Done'))] }),
    )
    expect(sentNext(task)).toEqual(['Fix it', 'Done'])
    expect(task.problems).toMatchObject([
      { place: 'one', reason: '1 message cannot be read and was left out' },
    ])
  })
})
