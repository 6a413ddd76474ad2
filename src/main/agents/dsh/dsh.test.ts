import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { findTasks } from '../find-tasks.ts'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import { sentBy } from '../pi/testing/session-lines.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { dsh } from './dsh.ts'

type Line = Readonly<Record<string, unknown>>

const header: Line = { type: 'session', version: 0, id: 's', createdAt: 1, cwd: '/quay', delegationDepth: 0 }
const says = (text: string): Line => ({ type: 'text', text })
const event = (type: string, data: Line, more: Line = {}): Line => ({
  type,
  data,
  surfaceOp: undefined,
  ...more,
})
const user = (text: string, more: Line = {}, source: Line = { kind: 'user' }): Line =>
  event(
    'user/message',
    { id: text, role: 'user', content: [says(text)], source },
    { surfaceOp: 'append', ...more },
  )
const usage = { inputTokens: 4, outputTokens: 6, cacheReadTokens: 90 }
const answer = (content: readonly Line[], more: Line = {}): Line =>
  event(
    'assistant/message',
    {
      turn: 1,
      step: 1,
      message: { id: 'a', role: 'assistant', content, source: { kind: 'model', model: 'v4' } },
      usage,
      ...more,
    },
    { surfaceOp: 'append' },
  )
const result = (id: string, text: string, more: Line = {}): Line =>
  event(
    'tool/result',
    {
      turn: 1,
      step: 1,
      message: { content: [{ type: 'tool-result', toolCallId: id, content: [says(text)], isError: false }] },
    },
    { surfaceOp: 'append', ...more },
  )
const call = (id: string): Line => ({ type: 'tool-call', id, name: 'bash', arguments: '{"command":"ls"}' })
const replaces = (start: number, end: number): Line => ({ surfaceOp: { op: 'replace', start, end } })
const summary = (text: string, range: Line): Line =>
  user(text, range, { kind: 'plugin', plugin: 'compact', compactionId: 'c' })
const compaction = (kind: string, data: Line = {}): Line =>
  event(`compaction/${kind}`, { compactionId: 'c', turn: 1, ...data })

/** Lines with the numbers of their events. */
const write = (events: readonly Line[], head: Line = header): string =>
  [head, ...events.map((one, seq) => ({ seq, time: 1000 + seq, ...one }))]
    .map((line) => JSON.stringify(line))
    .join('\n')
const read = (events: readonly Line[], head: Line = header): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'session.jsonl', text: `${write(events, head)}\n` }])

const folder = mkdtempSync(join(tmpdir(), 'dewpoint-dsh-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a session of the DeepSeek Harness', () => {
  it('is a request for each answer, with what was reported of it once', async () => {
    const task = await read([
      event('turn/start', { turn: 1 }),
      event('step/start', { turn: 1, step: 1 }),
      user('Why?'),
      event('request/header', { header: { config: { provider: 'd', model: 'v4' }, system: 'You are.' } }),
      event('assistant/chunk', { chunk: { type: 'usage', usage } }),
      answer([{ type: 'reasoning', text: 'hm' }, call('t1')]),
      event('tool/call', { callId: 't1', name: 'bash', arguments: '{}' }),
      result('t1', 'README'),
      answer([says('Done')], { usage: undefined }),
      event('session/title', { title: 'Ferries' }),
    ])
    expect(task).toMatchObject({
      format: 'dsh',
      sessionKey: 'dsh:s',
      title: 'Ferries',
      workspace: '/quay',
      problems: [],
    })
    expect(sentBy(task)).toEqual(['Why?', 'Why? | hm+t1 | README'])
    expect(task.usage.requests).toMatchObject([
      { modelId: 'v4', tokensIn: 4, tokensOut: 6, cacheReads: 90, isCacheApart: true, ts: 1005 },
      { modelId: 'v4', tokensIn: 4 },
    ])
    expect(task.messages[1]?.content[1]).toMatchObject({
      type: 'tool_use',
      id: 't1',
      input: { command: 'ls' },
    })
  })

  it.each([
    ['auto', 1],
    ['manual', null],
  ])('puts a summary in the place of events, %s, with its own bill', async (trigger, turn) => {
    const task = await read([
      user('u0'),
      answer([says('a1')]),
      user('u2'),
      compaction('start', { turn }),
      compaction('summary', { usage, model: 'flash' }),
      compaction('summary', { usage, model: 'flash' }),
      summary('short', replaces(0, 1)),
      compaction('end', { turn }),
      answer([says('a7')]),
    ])
    expect(sentBy(task)).toEqual(['u0', 'short | u2'])
    expect(task.usage.condensations).toMatchObject([
      {
        kind: 'summary',
        trigger,
        condenseId: 'c',
        usage: { tokensIn: 8, tokensOut: 12, cacheReads: 180, modelId: 'flash' },
      },
    ])
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({
      condenseId: 'c',
      isBoilerplate: true,
    })
  })

  it('takes the order of the surface, in which a later number may stand first', async () => {
    const task = await read([
      user('u0'),
      answer([says('a1')]),
      user('u2'),
      summary('S3', replaces(0, 1)),
      answer([says('a4')]),
      summary('S5', replaces(3, 2)),
      answer([says('a6')]),
    ])
    expect(sentBy(task).at(-1)).toBe('S5 | a4')
    expect(task.problems).toEqual([])
  })

  it('clears results that were pruned, before it summarises', async () => {
    const task = await read([
      user('u0'),
      answer([call('t1'), call('t2')]),
      result('t1', 'long 1'),
      result('t2', 'long 2'),
      event('compaction/prune', { shadowedSeqs: [2, 3] }),
      result('t1', 'cut 1', replaces(2, 2)),
      result('t2', 'cut 2', replaces(3, 3)),
      answer([says('a7')]),
      result('t2', 'cut more', replaces(6, 6)),
      compaction('start'),
      summary('S', replaces(0, 8)),
      answer([says('a11')]),
    ])
    expect(sentBy(task)).toEqual(['u0', 'u0 | t1+t2 | cut 1 | cut 2', 'S | a7'])
    expect(task.usage.condensations.map(({ kind, trigger }) => `${kind} ${trigger}`)).toEqual([
      'clearing prune',
      'clearing prune',
      'summary auto',
    ])
  })

  it('counts a summary that was not taken and a step without an answer as calls that failed', async () => {
    const task = await read([
      user('u0'),
      compaction('start'),
      compaction('summary', { usage, model: 'flash' }),
      compaction('end', { error: 'longer than its source' }),
      event('step/start', { turn: 1 }),
      event('turn/end', { reason: { kind: 'error', error: { message: 'overloaded' } } }),
    ])
    expect(task.usage.requests).toMatchObject([
      { modelId: 'flash', cacheReads: 90, failureText: 'longer than its source' },
      { failureText: 'overloaded' },
    ])
    expect(task.usage.condensations).toEqual([])
  })

  it('does not count again what a fork repeats, and counts all of a session that was resumed', async () => {
    const events = [
      user('u0'),
      answer([says('a1')]),
      summary('S', replaces(0, 1)),
      event('session/end-seed', {}),
      user('u4'),
      answer([says('a5')]),
    ]
    const fork = await read(events, { ...header, parentSession: 'p', seedLength: 3 })
    expect(sentBy(fork)).toEqual(['S | u4'])
    expect([fork.usage.requests.length, fork.usage.condensations, fork.relations?.parentId]).toEqual([
      1,
      [],
      'p',
    ])
    expect((await read(events, { ...header, seedLength: 3 })).usage.requests).toHaveLength(2)
  })

  it('passes over packed runs and events that may be left out, and refuses any other that it does not know', async () => {
    const packed = { type: 'text-chunks', seq0: 2, time0: 1, data: { texts: ['a', 'b', 'c'], dt: [1, 1] } }
    const known = [user('u0'), packed, event('compact/start', {}), answer([says('a')])]
    expect((await read([...known, { ...event('plugin/x', {}), ignorable: true }])).messages).toHaveLength(2)
    await expect(read([...known, event('plugin/x', {})])).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining('line 6 is an event of the kind “plugin/x”'),
    })
  })

  it('adds at the end what takes the place of nothing, and says so', async () => {
    const task = await read([user('u0'), summary('S', replaces(7, 9)), answer([says('a')])])
    expect(sentBy(task)).toEqual(['u0 | S'])
    expect(task.problems).toMatchObject([{ reason: expect.stringContaining('1 event in place of others') }])
  })

  it('is read from frames of zstd, the last of which may be cut', async () => {
    const [head = '', ...rest] = write([
      user('u0'),
      answer([says('a1')]),
      user('u2'),
      answer([says('a3')]),
    ]).split('\n')
    const frames = [[head], rest.slice(0, 2), rest.slice(2)].map((lines) =>
      zstdCompressSync(`${lines.join('\n')}\n`),
    )
    const path = join(folder, 'session.jsonl.zstd')
    writeFileSync(path, Buffer.concat(frames))
    expect(dsh.recognises(readFileHead('session.jsonl.zstd', readFileSync(path)))).toBe(true)
    expect(sentBy(await importTask(path))).toEqual(['u0', 'u0 | a1 | u2'])
    expect((await findTasks(folder)).paths).toEqual([path])
    writeFileSync(path, Buffer.concat(frames).subarray(0, -40))
    const cut = await importTask(path)
    expect(sentBy(cut)).toEqual(['u0'])
    expect(cut.problems[0]?.reason).toContain('still being written')
  })

  it('is read or refused in words, however damaged it is', async () => {
    const text = write([
      user('u0'),
      answer([call('t1')]),
      result('t1', 'long'),
      result('t1', 'cut', replaces(2, 2)),
      compaction('start'),
      compaction('summary', { usage }),
      summary('S', replaces(0, 3)),
      compaction('end'),
      answer([says('a')]),
    ])
    expect(await failuresOfDamaged(text, 60)).toEqual([])
  })
})

const cases = resolve(import.meta.dirname, '../../../../../shared/data/cases/09-dsh-zstd')

describe.skipIf(!existsSync(cases))('a session and its fork, by public accounts of the format', () => {
  type Expected = Readonly<{
    requests: Readonly<
      Record<
        string,
        readonly Readonly<{ contextTokens: number; input: number; cacheRead: number; output: number }>[]
      >
    >
  }>
  const expected: Expected = JSON.parse(
    existsSync(cases) ? readFileSync(join(cases, 'expected.json'), 'utf8') : '{}',
  )
  const readCase = (id: string): Promise<ImportedTask> =>
    importTask(join(cases, `.dsh/sessions/--home-mara-quay--/${id}/session.jsonl.zstd`))

  it.each(['quay-main', 'quay-fork'])('%s has the requests that are expected, each once', async (id) => {
    const { usage: own, problems } = await readCase(id)
    expect(
      own.requests.map(({ tokensIn = 0, cacheReads = 0, tokensOut }, at) => ({
        n: at + 1,
        contextTokens: tokensIn + cacheReads,
        input: tokensIn,
        cacheRead: cacheReads,
        output: tokensOut,
      })),
    ).toEqual(expected.requests[id])
    expect(own.requests.map(({ costUsd }) => costUsd).filter((cost) => cost !== undefined)).toEqual([])
    expect(problems).toEqual([])
  })

  it('has the condensation with its own bill in the session alone in which it happened', async () => {
    const [main, fork] = [await readCase('quay-main'), await readCase('quay-fork')]
    expect(main.usage.condensations).toMatchObject([
      { trigger: 'auto', usage: { tokensIn: 2000, cacheReads: 100_000, tokensOut: 500 } },
    ])
    const hidden = main.contexts?.changes.find(({ condensation }) => condensation === 0)?.hide
    expect(hidden?.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(3)
    expect([fork.usage.condensations, fork.relations?.parentId]).toEqual([[], 'quay-main'])
    const compacted = '<compacted-summary>The ferry parser drops minute 40; tests pass.</compacted-summary>'
    expect(sentBy(main).at(-1)).toBe(compacted)
    expect(sentBy(fork)).toEqual([`${compacted} | Fixed. | Only the night ferries, please.`])
  })
})
