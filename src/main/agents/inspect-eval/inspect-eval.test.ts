import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { ImportFailure } from '../import-failure.ts'
import { importFiles } from '../import-files.ts'
import { readAs } from '../import-source.ts'
import { importTask } from '../import-task.ts'
import { findFileFormat } from '../recognise-file.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { buildZip, type ZipEntry } from '../testing/zip.ts'
import { inspectEval } from './inspect-eval.ts'

const folder = mkdtempSync(join(tmpdir(), 'inspect-'))
afterAll(() => rmSync(folder, { recursive: true }))

const system = { role: 'system', content: 'You help.' }
const user = (content: string): object => ({ role: 'user', content })
const answer = (content: string): object => ({ role: 'assistant', content })
const call = (id: string): object => ({
  role: 'assistant',
  content: [
    { type: 'reasoning', reasoning: 'hm' },
    { type: 'text', text: 'run' },
  ],
  tool_calls: [{ id, function: 'bash', arguments: { cmd: 'ls' } }],
})
const result = (tool_call_id: string, content: string, more: object = {}): object => ({
  role: 'tool',
  tool_call_id,
  content,
  ...more,
})
const model = (input: readonly object[], reply: object | null, more: object = {}): object => ({
  event: 'model',
  timestamp: '2026-01-02T03:04:05Z',
  completed: '2026-01-02T03:04:07Z',
  model: 'openai/m',
  input,
  output: {
    model: 'm-1',
    choices: reply === null ? [] : [{ message: reply }],
    usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
  },
  ...more,
})
const sample = (events: readonly object[], more: object = {}): object => ({
  id: 7,
  epoch: 1,
  input: 'Find it',
  messages: [],
  events,
  attachments: {},
  ...more,
})
const log = (samples: readonly object[]): string =>
  JSON.stringify({ version: 2, status: 'success', eval: { task: 'ctf' }, plan: {}, samples })
const readOne = async (one: object) => readAs(inspectEval, sourceOfText('log.json', log([one]), null))

const buildArchive = (entries: readonly ZipEntry[]): string => {
  const path = join(folder, 'log.eval')
  writeFileSync(path, buildZip([{ name: '_journal/start.json', text: '{}' }, ...entries]))
  return path
}

describe('a sample of Inspect', () => {
  it('has each model call with what its event says that it sent', async () => {
    const first = [system, user('a')]
    const second = [...first, call('c1'), result('c1', 'out'), user('b')]
    const task = await readOne(
      sample([model(first, call('c1')), { event: 'tool' }, model(second, answer('end'))], {
        messages: [...second, answer('end'), user('typed since')],
      }),
    )
    expect(wordsSentBy(task)).toEqual([['a'], ['a', 'hm+run+c1', 'out', 'b']])
    expect(task.messages.at(-1)).toMatchObject({ role: 'user', content: 'typed since' })
    expect(task.contexts?.requests.map((request) => request.answer)).toEqual([1, 4])
    expect(task.usage.requests[0]).toMatchObject({
      ts: Date.UTC(2026, 0, 2, 3, 4, 5),
      modelId: 'm-1',
      tokensIn: 10,
      tokensOut: 2,
    })
    expect(task).toMatchObject({ title: '7: Find it', agent: 'inspect', model: 'm-1', problems: [] })
  })

  it('finds messages that are kept once, and texts that are attached', async () => {
    const pool = [system, user('attachment://h1'), answer('b'), user('c')]
    const events = [
      model([], answer('b'), { input_refs: [[0, 2]] }),
      model([], answer('d'), {
        input_refs: [
          [0, 2],
          [2, 4],
        ],
      }),
      model([], null, { input_refs: [[0, 9], 'x'] }),
    ]
    for (const pooled of [{ message_pool: pool }, { events_data: { messages: pool, calls: [] } }]) {
      const task = await readOne(sample(events, { ...pooled, attachments: { h1: 'long text' } }))
      expect(wordsSentBy(task).slice(0, 2)).toEqual([['long text'], ['long text', 'b', 'c']])
      expect(task.problems).toMatchObject([
        { reason: '2 references to messages that are not in the file were left out' },
      ])
    }
  })

  it.each([
    ['summary', 'summary', [user('[SUMMARY] of all'), user('q3')]],
    ['edit', 'clearing', [user('q1'), answer('a1'), user('q3')]],
    ['trim', 'truncation', [user('q3')]],
  ])('tells a compaction of kind %s', async (type, kind, after) => {
    const before = [user('q1'), answer('a1'), user('q2'), answer('a2'), user('q3')]
    const compaction = {
      event: 'compaction',
      type,
      timestamp: '2026-01-02T04:00:00Z',
      tokens_before: 900,
      tokens_after: 100,
      metadata: { trigger: 'threshold' },
    }
    const task = await readOne(sample([model(before, answer('a3')), compaction, model(after, answer('a4'))]))
    expect(wordsSentBy(task)[1]).toHaveLength(after.length)
    expect(task.usage.condensations).toMatchObject([
      {
        kind,
        trigger: 'threshold',
        tokensBefore: 900,
        tokensAfter: 100,
        ts: Date.UTC(2026, 0, 2, 4),
      },
    ])
  })

  it('does not take the calls of a grader for compactions', async () => {
    const main = [user('q1'), answer('a1'), user('q2')]
    const task = await readOne(
      sample([
        model(main, answer('a2')),
        model([user('Is it right?')], answer('yes'), { role: 'grader' }),
        model([...main, answer('a2'), user('q3')], answer('a3')),
      ]),
    )
    expect(wordsSentBy(task)).toEqual([['q1', 'a1', 'q2'], ['Is it right?'], ['q1', 'a1', 'q2', 'a2', 'q3']])
    expect(task.usage.condensations).toEqual([])
  })

  it('says what failed, what was stopped, and what was kept from before', async () => {
    const input = [
      user('a'),
      call('c1'),
      result('c1', 'out', { error: { type: 'timeout', message: 'too slow' } }),
    ]
    const task = await readOne(
      sample([
        model(input, null, { error: 'rate limit', retries: 2, output: { choices: [] } }),
        model(input, null, { error: 'Cancelled by operator', output: { choices: [] } }),
        model(input, answer('b'), { cache: 'read' }),
      ]),
    )
    expect(task.usage.requests).toMatchObject([
      { failureText: 'rate limit', retries: 2 },
      { cancelled: true },
      { modelId: 'm-1' },
    ])
    expect(task.usage.requests[2]).not.toHaveProperty('tokensIn')
    expect(task.contexts?.requests.map((request) => request.answer)).toEqual([null, null, 3])
    expect(task.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: 'too slow', is_error: true },
    ])
  })

  it('keeps cached tokens apart, which early versions have in the input', async () => {
    const cached = { input_tokens_cache_read: 60, output_tokens: 5 }
    const outputs = [
      { ...cached, input_tokens: 100, total_tokens: 105 },
      { ...cached, input_tokens: 40, total_tokens: 105, total_cost: 0.5 },
    ]
    const task = await readOne(
      sample(outputs.map((usage) => model([user('a')], null, { output: { choices: [], usage } }))),
    )
    expect(task.usage.requests).toMatchObject([
      { tokensIn: 40, cacheReads: 60, tokensOut: 5 },
      { tokensIn: 40, cacheReads: 60, tokensOut: 5, costUsd: 0.5 },
    ])
  })
})

describe('a log of Inspect', () => {
  const events = [model([user('a')], answer('b'))]

  it('holds a session for each sample and epoch', async () => {
    const samples = [sample(events), sample(events, { epoch: 2 }), sample(events, { id: 'a/b#c' })]
    const entries = [
      { name: 'samples/7_epoch_1.json', text: JSON.stringify(samples[0]) },
      { name: 'samples/7_epoch_2.json', text: JSON.stringify(samples[1]), method: 'zstd' as const },
      { name: 'samples/a/b#c_epoch_1.json', text: JSON.stringify(samples[2]) },
      { name: 'summaries.json', text: JSON.stringify(samples) },
      { name: 'header.json', text: '{"stats":{"completed_at":"2026-01-02T03:04:05Z"}}' },
    ]
    const path = buildArchive(entries)
    const keys = ['7_epoch_1', '7_epoch_2', 'a%2Fb%23c_epoch_1']
    const titles = ['7: Find it', '7 (epoch 2): Find it', 'a/b#c: Find it']
    for (const key of keys) expect(wordsSentBy(await importTask(`${path}#${key}`))).toEqual([['a']])
    expect((await importTask(`${path}#${keys[2]}`)).title).toBe(titles[2])
    const heads = await inspectEval.sessions?.list(sourceOfText('log.json', log(samples), null))
    expect(heads?.map(({ key, title }) => [key, title])).toEqual(keys.map((key, at) => [key, titles[at]]))
    await expect(importTask(path)).rejects.toThrow(/3 sessions/)
    await expect(importTask(`${path}#no`)).rejects.toThrow(/no session no/)
  })

  it('may hold a sample in pieces', async () => {
    const text = (value: unknown): string => JSON.stringify(value)
    const path = buildArchive([
      { name: 'samples/7_epoch_1/sample.json', text: text({ id: 7, epoch: 1, input: 'Find it' }) },
      { name: 'samples/7_epoch_1/messages/0.json', text: text([user('a'), answer('b')]) },
      { name: 'samples/7_epoch_1/messages/2.json', text: text([user('attachment://1')]) },
      { name: 'samples/7_epoch_1/attachments/0.json', text: text(['no', 'c']) },
      { name: 'samples/7_epoch_1/events/1.json', text: text([model([], null, { input_refs: [[0, 3]] })]) },
      {
        name: 'samples/7_epoch_1/events/0.json',
        text: text([model([], answer('b'), { input_refs: [[0, 1]] })]),
      },
      { name: 'samples/7_epoch_1/events/stats.json', text: '{}' },
    ])
    expect(wordsSentBy(await importTask(path))).toEqual([['a'], ['a', 'b', 'c']])
  })

  it('is known by what it begins with', () => {
    const recogniseFormatId = (bytes: Buffer, name: string): string | undefined =>
      findFileFormat(readFileHead(name, bytes))?.id
    expect(recogniseFormatId(buildZip([{ name: '_journal/start.json', text: '{}' }]), 'a.eval')).toBe(
      'inspect-eval',
    )
    expect(recogniseFormatId(buildZip([{ name: 'word/document.xml', text: '{}' }]), 'a.eval')).toBeUndefined()
    expect(
      recogniseFormatId(buildZip([{ name: '_journal/start.json', text: '{}' }]), 'a.zip'),
    ).toBeUndefined()
    expect(recogniseFormatId(Buffer.from(log([])), 'a.json')).toBe('inspect-eval')
    expect(recogniseFormatId(Buffer.from('{"eval":{},"samples":[]}'), 'a.json')).toBeUndefined()
  })

  it('says that it is to be read where it lies when it was dropped', async () => {
    const bytes = buildZip([{ name: '_journal/start.json', text: '{}' }])
    const dropped = importFiles('d', [{ name: 'log.eval', text: bytes.toString('utf8') }])
    await expect(dropped).rejects.toThrow(/only be read where it lies/)
  })

  it('fails with a reason at worst, however damaged', async () => {
    const whole = sample([...events, { event: 'compaction' }, ...events], { message_pool: [user('a')] })
    expect(await failuresOfDamaged(log([whole]), 300)).toEqual([])
    const bytes = buildZip([
      { name: '_journal/start.json', text: '{}' },
      { name: 'samples/7_epoch_1.json', text: JSON.stringify(whole) },
    ])
    const path = join(folder, 'damaged.eval')
    for (let part = 1; part < 20; part += 1) {
      writeFileSync(path, bytes.subarray(0, Math.floor((bytes.length * part) / 20)))
      const failure: unknown = await importTask(path).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ImportFailure)
    }
  })
})
