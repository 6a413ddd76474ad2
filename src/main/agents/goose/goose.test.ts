import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../shared/kernel/sum-recorded-usage.ts'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import { sentBy, sentNext, readBlockWords, type Values } from '../opencode/testing/stored-fixture.ts'
import { expectImportFailure } from '../testing/task-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-goose-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = `
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
  working_dir TEXT NOT NULL, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, extension_data TEXT DEFAULT '{}',
  total_tokens INTEGER, input_tokens INTEGER, output_tokens INTEGER, provider_name TEXT, model_config_json TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, tokens INTEGER, metadata_json TEXT);`

type Message = { readonly role: string; readonly content: unknown; readonly metadata?: Values | undefined }
const says = (text: string): Values => ({ type: 'text', text })
const user = (text: string, metadata?: Values): Message => ({ role: 'user', content: [says(text)], metadata })
const answer = (content: readonly Values[] | string, metadata?: Values): Message => ({
  role: 'assistant',
  content: typeof content === 'string' ? [says(content)] : content,
  metadata,
})
const calls = (id: string): Values => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { command: 'ls' } } },
})
const result = (id: string, toolResult: unknown): Message => ({
  role: 'user',
  content: [{ type: 'toolResponse', id, toolResult }],
})
const fine = (text: string): Values => ({
  status: 'success',
  value: {
    content: [
      { ...says(text), annotations: { audience: ['assistant'] } },
      { ...says('for the person'), annotations: { audience: ['user'] } },
    ],
    isError: false,
  },
})
const hidden = { userVisible: true, agentVisible: false }
const alone = { userVisible: false, agentVisible: true }

function write(sessions: Readonly<Record<string, readonly Message[]>>): string {
  const path = join(folder, 'sessions.db')
  const database = new Database(path)
  database.exec(schema)
  for (const [id, messages] of Object.entries(sessions)) {
    database
      .prepare(
        'insert into sessions (id, name, working_dir, input_tokens, output_tokens, model_config_json) values (?, ?, ?, 90, 8, ?)',
      )
      .run(id, 'CLI Session', '/work', '{"model_name":"m"}')
    messages.forEach(({ role, content, metadata }, at) =>
      database
        .prepare(
          'insert into messages (session_id, role, content_json, created_timestamp, metadata_json) values (?, ?, ?, ?, ?)',
        )
        .run(
          id,
          role,
          JSON.stringify(content),
          1_700_000_000 + at,
          metadata === undefined ? null : JSON.stringify(metadata),
        ),
    )
  }
  database.close()
  return path
}

const talk = [
  user('Fix it'),
  answer([{ type: 'thinking', thinking: 'hm', signature: 's' }, says('Looking')]),
  answer([calls('a')]),
  result('a', fine('done')),
  answer('Done'),
]

describe('a session of Goose', () => {
  it('has what all of its requests used together', async () => {
    const path = write({ one: talk })
    const database = new Database(path)
    for (const name of ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cost'])
      database.exec(`alter table sessions add column accumulated_${name} real`)
    database.exec('update sessions set accumulated_input_tokens = 900, accumulated_output_tokens = 30')
    expect((await importTask(path)).usage.session).toEqual({ tokensIn: 900, tokensOut: 30 })
    database.exec('update sessions set accumulated_cache_read_tokens = 600, accumulated_cost = 0.5')
    database.close()
    const { usage } = await importTask(path)
    expect(usage.session).toEqual({ costUsd: 0.5, tokensIn: 300, tokensOut: 30, cacheReads: 600 })
    expect(sumRecordedUsage(usage)).toMatchObject({ costUsd: 0.5, tokensIn: 300, cacheWrites: null })
  })

  it('gives each answer as a request, also one that is kept in several messages', async () => {
    const task = await importTask(write({ one: talk }))
    expect(task).toMatchObject({
      format: 'goose',
      agent: 'goose',
      title: 'Fix it',
      model: 'm',
      workspace: '/work',
      problems: [],
      lastActivityTs: 1_700_000_004_000,
    })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm+Looking', 'a', '[object Object]']])
    expect(task.messages[3]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'done' }] },
    ])
    expect(task.usage.requests).toEqual([
      { ts: 1_700_000_001_000, modelId: 'm' },
      { ts: 1_700_000_004_000, modelId: 'm', tokensIn: 90, tokensOut: 8, isCacheApart: false },
    ])
  })

  it('was shown what it hides by now, until the summary that stands for it', async () => {
    const task = await importTask(
      write({
        one: [
          user('Fix it', hidden),
          answer('a', hidden),
          user('More', { userVisible: false, agentVisible: false }),
          user('all of it', alone),
          answer('Your context was compacted. The previous message contains a summary', alone),
          user('More'),
          answer('b'),
          user('/compact', hidden),
          { role: 'assistant', content: [{ type: 'systemNotification', msg: 'Done' }], metadata: hidden },
        ],
      }),
    )
    const written = 'Your context was compacted. The previous message contains a summary'
    expect(sentBy(task)).toEqual([['Fix it'], ['all of it', written, 'More']])
    expect(sentNext(task)).toEqual(['all of it', written, 'More', 'b'])
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'auto', condenseId: 'summary-3' },
    ])
    expect(task.messages.filter(({ isBoilerplate }) => isBoilerplate)).toHaveLength(1)
  })

  it('has errors of calls and of their results', async () => {
    const broken = { type: 'toolRequest', id: 'b', toolCall: { status: 'error', error: 'no such tool' } }
    const task = await importTask(
      write({ one: [user('Fix it'), answer([broken]), result('b', { status: 'error', error: 'refused' })] }),
    )
    expect(task.messages.slice(1).map(({ content }) => content)).toEqual([
      [{ type: 'tool_use', id: 'b', name: 'unknown', input: { raw: 'no such tool' } }],
      [{ type: 'tool_result', tool_use_id: 'b', content: 'refused', is_error: true }],
    ])
  })

  it('is one of several, or not in the database', async () => {
    const path = write({ one: talk, two: talk })
    expect(await expectImportFailure(path)).toMatchObject({ code: 'history-missing' })
    expect((await importTask(`${path}#two`)).messages).toHaveLength(5)
  })

  it.each([
    [
      'an export',
      JSON.stringify({ id: 'x', working_dir: '/work', name: 'Mine', conversation: talk, message_count: 5 }),
    ],
    [
      'an old file',
      [
        { working_dir: '/work', description: 'Mine', message_count: 5 },
        ...talk.map((one) => ({ created: 1, ...one })),
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ],
  ])('is read from %s', async (_, text) => {
    const task = await importFiles('drop', [{ name: 'a.jsonl', text }])
    expect(task).toMatchObject({ format: 'goose', title: 'Mine', workspace: '/work', problems: [] })
    expect(task.messages.map(({ content }) => readBlockWords(content))).toHaveLength(5)
  })

  it('names messages that cannot be read', async () => {
    const task = await importTask(
      write({ one: [user('Fix it'), { role: 'narrator', content: [] }, answer('Done')] }),
    )
    expect(sentNext(task)).toEqual(['Fix it', 'Done'])
    expect(task.problems).toMatchObject([{ reason: '1 message cannot be read and was left out' }])
  })
})
