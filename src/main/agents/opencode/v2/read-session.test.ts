import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { importFiles } from '../../import-files.ts'
import { importTask } from '../../import-task.ts'
import type { ImportedTask } from '../../imported-task.ts'
import { listSessions } from '../../list-sessions.ts'
import { draftInput } from '../../testing/draft-input.ts'
import { readBlockWords, sentBy, sentNext } from '../testing/stored-fixture.ts'
import { openCodeWriter } from '../write-session.ts'
import { answers, compacts, createNewerStore, types, type RowFixture } from './testing/newer-store.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-opencode-'))
  path = join(folder, 'opencode.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function readRows(...rows: readonly RowFixture[]): Promise<ImportedTask> {
  createNewerStore(path, [{ id: 'ses_1', rows }])
  return importTask(path)
}

const listReasons = ({ problems }: ImportedTask): readonly string[] => problems.map(({ reason }) => reason)

describe('a session of OpenCode 2', () => {
  it('is read by the order of its rows, whatever their times say', async () => {
    const task = await readRows(types('Fix it'), answers('Done'), types('More'), answers('All done'))
    expect(task).toMatchObject({
      agent: 'opencode-2',
      title: 'Title of ses_1',
      workspace: '/work',
      problems: [],
    })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'Done', 'More']])
    expect(task.usage.requests[0]).toMatchObject({
      modelId: 'm',
      tokensIn: 10,
      tokensOut: 7,
      reasoningTokens: 2,
      cacheReads: 100,
      cacheWrites: 20,
      costUsd: 0.5,
    })
  })

  it('sends what the agent and its environment said where it stands', async () => {
    const task = await readRows(
      ['system', { text: 'New instructions' }],
      ['synthetic', { text: 'A note' }],
      ['skill', { text: 'A skill', name: 's' }],
      ['shell', { command: 'ls', status: 'completed', output: { output: 'a.ts' } }],
      ['shell', { command: 'watch', output: { output: 'never sent' }, metadata: { background: true } }],
      ['location-switched', { location: { directory: '/other' } }],
      ['agent-switched', { agent: 'plan' }],
      ['model-switched', { model: { providerID: 'p', id: 'm' } }],
      types('Go'),
      answers('Done'),
      ['idle', { outcome: 'succeeded' }],
    )
    expect(sentBy(task)).toEqual([
      [
        'New instructions',
        'A note',
        'A skill',
        'The following shell command was executed by the user:\n\nCommand:\nls\n\nOutput:\na.ts',
        'The working directory has been changed to /other.',
        'Go',
      ],
    ])
    expect(task.problems).toEqual([])
  })

  it('writes out texts and folders that were attached, and sends pictures as they are', async () => {
    const data = Buffer.from('a b').toString('base64')
    const file = (mime: string, uri: string) => ({ mime, data, source: { type: 'uri', uri } })
    const task = await readRows(
      types('See', {
        files: [
          file('text/plain', 'file:///work/a.txt'),
          { ...file('application/x-directory', 'file:///work/my%20src'), data: '' },
          file('image/png', 'file:///work/p.png'),
          file('application/zip', 'file:///work/z.zip'),
        ],
      }),
    )
    expect(task.messages[0]?.content).toEqual([
      { type: 'text', text: 'See' },
      { type: 'text', text: '\n\nAttached file: file:///work/a.txt\n\na b' },
      { type: 'text', text: '\n\nAttached directory: /work/my src' },
      { type: 'text', text: 'Attached file: /work/p.png' },
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data },
        filename: 'file:///work/p.png',
      },
    ])
  })

  it('has results of calls by their state, none for one without an end, and those of older rows', async () => {
    const call = (id: string, state: object) => ({ type: 'tool', id, name: 'read', state, time: {} })
    const task = await readRows(
      types('Read'),
      answers([
        call('a', { status: 'completed', input: { x: 1 }, content: [{ type: 'text', text: 'one' }] }),
        call('b', { status: 'error', input: {}, error: { type: 'unknown', message: 'no file' } }),
        call('c', { status: 'streaming', input: '{"x":' }),
        call('d', { status: 'completed', input: {}, structured: { rows: 2 }, content: [] }),
      ]),
    )
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    expect(blocks.filter(({ type }) => type === 'tool_result')).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'one' },
      { type: 'tool_result', tool_use_id: 'b', content: 'no file', is_error: true },
      { type: 'tool_result', tool_use_id: 'd', content: '{"rows":2}' },
    ])
    expect(blocks.find(({ id }) => id === 'c')?.['input']).toEqual({ raw: '{"x":' })
  })

  it('shows reasoning to its own model alone, and as text to another one', async () => {
    const task = await readRows(
      types('Think'),
      answers([{ type: 'reasoning', text: 'hm', native: { signature: 'x' } }]),
      answers('Own', {}),
      types('Go on'),
      answers('Other', { model: { providerID: 'p', id: 'other' } }),
    )
    const read = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : [content[0]]))
    expect(read).toContainEqual({ type: 'thinking', thinking: 'hm', signature: 'x' })
    expect(read).toContainEqual({ type: 'text', text: 'hm' })
    expect(sentBy(task).map((sent) => sent.length)).toEqual([1, 2, 4])
  })

  it('is what was not taken back', async () => {
    const rows = [types('Fix it'), answers('Done'), types('Wrong'), answers('Broken')]
    createNewerStore(path, [{ id: 'ses_1', rows, revert: { messageID: 'msg_ses_1_3' } }])
    expect(sentNext(await importTask(path))).toEqual(['Fix it', 'Done'])
  })
})

describe('a condensation of OpenCode 2', () => {
  const usage = { cost: 0.25, tokens: { input: 1, output: 50, reasoning: 0, cache: { read: 137, write: 0 } } }

  it('leaves one message, in which the kept tail is text, and has a bill of its own', async () => {
    const task = await readRows(
      types('Fix it'),
      answers('Done'),
      compacts(usage),
      types('Go on'),
      answers('Yes'),
    )
    const [, behind = []] = sentBy(task)
    expect(behind).toHaveLength(2)
    expect(behind[0]).toContain('<summary>\n## Objective\n</summary>\n\n<recent-context>\n[User]: kept\n')
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'auto', costUsd: 0.25, tokensBefore: 137, usage: { tokensOut: 50 } },
    ])
    expect(task.usage.requests).toHaveLength(2)
  })

  it('that failed is a request that failed, and one that is running is nothing yet', async () => {
    const task = await readRows(
      types('Fix it'),
      answers('Done'),
      compacts({ status: 'failed', error: { type: 'provider', message: 'too long' }, ...usage }),
      compacts({ status: 'running', summary: '', recent: '' }),
    )
    expect(task.usage.condensations).toEqual([])
    expect(task.usage.requests).toMatchObject([{ costUsd: 0.5 }, { costUsd: 0.25, failureText: 'too long' }])
    expect(sentNext(task)).toEqual(['Fix it', 'Done'])
  })

  it('of which only the session has the bill leaves it apart', async () => {
    createNewerStore(path, [
      { id: 'ses_1', cost: 0.75, rows: [types('Fix it'), answers('Done'), compacts()] },
    ])
    const { usage: recorded } = await importTask(path)
    expect(recorded.condensations[0]?.costUsd).toBeUndefined()
    expect(recorded.apartUsd).toBeCloseTo(0.25)
  })

  it('that a provider made is passed over for another one', async () => {
    const provenance = { providerID: 'p', modelID: 'm' }
    const messages = [{ role: 'user', content: [{ type: 'compaction', data: 'sealed' }] }]
    const task = await readRows(
      types('Fix it'),
      answers('Done'),
      compacts({ providerContext: { version: 1, provenance, messages } }),
      types('Go on'),
      answers('Same'),
      answers('Other', { model: { providerID: 'q', id: 'n' } }),
    )
    expect(task.usage.condensations).toMatchObject([{ kind: 'opaque' }])
    expect(sentBy(task).map((sent) => sent.length)).toEqual([1, 2, 5 - 1])
  })
})

describe('a fork of OpenCode 2', () => {
  const copied = [types('Fix it'), answers('Done'), compacts(), types('More')]
  const fork = (more: object) => ({
    id: 'ses_2',
    fork_session_id: 'ses_1',
    time_created: 10_000,
    rows: [...copied, ['user', { text: 'Own' }, { time_created: 10_001 }], answers('Mine')] as RowFixture[],
    ...more,
  })

  it.each([
    ['through a message', { fork_boundary: { type: 'through', messageID: 'msg_ses_1_4' } }],
    ['before a message', { fork_boundary: { type: 'before', messageID: 'msg_ses_1_5' } }],
    ['of a session that is gone', { fork_session_id: 'ses_0' }],
  ])('%s has its own requests, and no condensation of the other', async (_, more) => {
    const source = { id: 'ses_1', rows: [...copied, types('Later'), answers('Yes')] }
    const own = fork(more)
    const rows = own.rows.map(([type, data, columns], at): RowFixture => [
      type,
      data,
      columns ?? { time_created: at < 4 ? 9000 : 10_002 },
    ])
    createNewerStore(path, [source, { ...own, rows }])
    const task = await importTask(`${path}#ses_2`)
    expect(task.usage).toMatchObject({ requests: [{ costUsd: 0.5 }], condensations: [] })
    expect(sentBy(task)).toEqual([[expect.stringContaining('conversation-checkpoint'), 'More', 'Own']])
    expect(task.messages).toHaveLength(6)
  })
})

describe('a database that OpenCode 2 writes to', () => {
  const older = `
    create table session (id text, title text, directory text, time_updated integer);
    create table message (id text, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text, message_id text, session_id text, time_created integer, time_updated integer, data text);
    insert into session values ('ses_1', 'Frozen', '/work', 1), ('ses_0', 'Left', '/work', 1);
    insert into message values ('m1', 'ses_1', 1, 1, '{"role":"user"}'), ('m0', 'ses_0', 1, 1, '{"role":"user"}');
    insert into part values ('p1', 'm1', 'ses_1', 1, 1, '{"type":"text","text":"Old"}'),
      ('p0', 'm0', 'ses_0', 1, 1, '{"type":"text","text":"Older"}')`

  it('has each session once, and those of OpenCode 1 that it did not take over with a mark', async () => {
    createNewerStore(path, [{ id: 'ses_1', rows: [types('New'), answers('Done')] }], older)
    expect((await listSessions(path))?.map(({ key, title }) => [key, title])).toEqual([
      ['ses_0', 'Left (V1)'],
      ['ses_1', 'Title of ses_1'],
    ])
    expect(
      (await importTask(`${path}#ses_1`)).messages.map(({ content }) => readBlockWords(content)),
    ).toEqual(['New', 'Done'])
    const left = await importTask(`${path}#ses_0`)
    expect([left.title, sentNext(left)]).toEqual(['Left (V1)', ['Older']])
  })

  it('is one of OpenCode 1 as long as no message is in the new table', async () => {
    createNewerStore(path, [{ id: 'ses_1', rows: [] }], older)
    expect(await importTask(`${path}#ses_1`)).toMatchObject({ title: 'Frozen' })
  })

  it('is read as far as its rows are what they say', async () => {
    const task = await readRows(
      types('Fix it'),
      ['user', {}, { data: '{' }],
      ['assistant', { content: 'none', tokens: { input: 'many' }, model: 3 }],
      ['compaction', { status: 'completed', summary: 7 }, { seq: 'x' }],
      ['user', { text: { toString: 1 }, files: [{ mime: { toString: 1 }, data: 1 }], skills: 4 }],
      answers('Done'),
    )
    expect(listReasons(task)).toEqual(['1 message cannot be read and was left out'])
    expect(sentNext(task).at(-1)).toBe('Done')
  })
})

describe('a copy for OpenCode 2', () => {
  it('is read back as it was meant, and read in by its own command', async () => {
    createNewerStore(path, [{ id: 'ses_1', rows: [types('Fix it'), answers('Done')] }])
    const picture = { type: 'base64', media_type: 'image/png', data: 'aa==' }
    const meant: readonly Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Fix it' },
          { type: 'image', source: picture },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking' },
          { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: 'b', name: 'read', input: { path: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
          { type: 'tool_result', tool_use_id: 'b', content: 'no file', is_error: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done' }] },
    ]
    const input = await draftInput({ name: 'own.json', text: '[{"role":"user","content":"Go"}]' }, meant)
    const draft = openCodeWriter.draft({ ...input, task: await importTask(path) })
    const copy = await importFiles('copy.json', [...draft.files])
    expect(copy.agent).toBe('opencode-2')
    expect(copy.messages.map(({ role, content }) => ({ role, content }))).toEqual(meant)
    expect(copy.messages[1]?.['origin']).toMatchObject({ model: { providerId: 'p', modelId: 'm' } })
    expect(draft.commands('/a.json')).toEqual([
      ['opencode2', 'session', 'import', '/a.json'],
      ['opencode2', '--session', draft.sessionId],
    ])
  })
})

describe('an export of OpenCode 2', () => {
  it('is read like its session', async () => {
    const [type, data] = answers('Done')
    const info = {
      id: 'ses_1',
      title: 'Exported',
      projectID: 'x',
      location: { directory: '/work' },
      time: { created: 1, updated: 2 },
    }
    const messages = [
      { id: 'msg_1', type: 'user', text: 'Fix it', time: { created: 5 } },
      { id: 'msg_2', type, ...data },
    ]
    await writeFile(join(folder, 'e.json'), JSON.stringify({ info, messages }, null, 2))
    const task = await importTask(join(folder, 'e.json'))
    expect(task).toMatchObject({
      title: 'Exported',
      workspace: '/work',
      usage: { requests: [{ costUsd: 0.5 }] },
    })
    expect(sentBy(task)).toEqual([['Fix it']])
  })
})
