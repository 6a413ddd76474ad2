import { describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { ImportFailure } from '../import-failure.ts'
import { importFiles } from '../import-files.ts'
import { readAs } from '../import-source.ts'
import type { ImportedTask } from '../imported-task.ts'
import { findFileFormat } from '../recognise-file.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { requests } from './requests.ts'

type Message = Readonly<Record<string, unknown>>

const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
const call = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
})
const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content })
const long = (word: string): string => `${word} ${'words '.repeat(120)}`

const body = (messages: readonly Message[], more: object = {}): object => ({
  body: { model: 'm', messages: [{ role: 'system', content: 'You help.' }, ...messages], ...more },
})
const replied = (messages: readonly Message[], reply: Message, more: object = {}): object => ({
  ...body(messages, more),
  response: {
    choices: [{ message: reply }],
    usage: { prompt_tokens: 10, completion_tokens: 2 },
  },
})
const formatJsonLines = (values: readonly object[]): string =>
  `${values.map((value) => JSON.stringify(value)).join('\n')}\n`

const read = async (values: readonly object[]): Promise<ImportedTask> =>
  readAs(requests, sourceOfText('log.jsonl', formatJsonLines(values), null))

describe('a file of requests', () => {
  const recogniseFormatId = (value: unknown, name = 'one.json'): string | undefined =>
    findFileFormat(readFileHead(name, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))))
      ?.id

  it.each([
    ['messages alone', { messages: [user('a'), answer('b')] }],
    ['an array of messages', [user('a'), answer('b')]],
    ['a history with times', [{ ...user('a'), ts: 1 }]],
    ['a session of another agent', { sessionId: 's', model: 'm', messages: [user('a')] }],
    ['a trajectory', { trajectory_format: 'mini-swe-agent-1.1', info: {}, messages: [user('a')] }],
    ['a trace', { traceId: 't', model: 'm', input: [user('a')] }],
    ['a trace in a batch', { type: 'generation-create', body: { traceId: 't', input: [user('a')] } }],
    ['a request to embed', { model: 'm', input: 'text' }],
    ['a request to speak', { model: 'm', input: 'text', voice: 'v', instructions: 'slowly' }],
    ['a package', { name: 'p', version: '1.0.0' }],
    ['lines of a log', '{"level":"info","time":1}\n{"level":"info","time":2}\n'],
  ])('is not %s', (_, value) => {
    expect(recogniseFormatId(value)).not.toBe('requests')
  })

  it('has each conversation of lines that are messages alone', async () => {
    const text = formatJsonLines([
      { messages: [user('a'), answer('b')] },
      { messages: [user('c'), answer('d')] },
    ])
    expect(recogniseFormatId(text, 'tuning.jsonl')).toBe('requests')
    await expect(importFiles('tuning.jsonl', [{ name: 'tuning.jsonl', text }])).rejects.toThrow('2 sessions')
    const second = await readAs(requests, sourceOfText('tuning.jsonl', text, '2'))
    expect(second.messages).toMatchObject([{ content: 'c' }, { content: [{ text: 'd' }] }])
  })

  it('is what messages with parts of OpenAI Chat are, whose images are images', async () => {
    const part = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const task = await importFiles('a.json', [
      { name: 'a.json', text: JSON.stringify([{ role: 'user', content: [part] }, answer('b')]) },
    ])
    expect(task.messages[0]?.content).toMatchObject([{ type: 'image', source: { data: 'AAAA' } }])
  })

  it('is known by its beginning', () => {
    expect(recogniseFormatId({ model: 'm', messages: [user('a')] })).toBe('requests')
    expect(recogniseFormatId({ model: 'm', messages: [user('x'.repeat(90_000))] })).toBe('requests')
    expect(recogniseFormatId(formatJsonLines([body([user('a')])]), 'log.jsonl')).toBe('requests')
    expect(
      recogniseFormatId(formatJsonLines([{ n: 1 }, body([user('x'.repeat(90_000))])]), 'log.jsonl'),
    ).toBe('requests')
    expect(recogniseFormatId({ log: { version: '1.2', entries: [] } }, 'traffic.har')).toBeUndefined()
  })

  it('without a single request says so', async () => {
    const failure: unknown = await importFiles('t', [
      { name: 'traffic.har', text: JSON.stringify({ log: { version: '1.2', entries: [{ request: {} }] } }) },
    ]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ImportFailure)
    expect(String(failure)).toContain('no request to a model')
  })

  it('names answers whose requests were not recorded', async () => {
    const alone = {
      scope: 'https://api.example.com',
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      response: 'data: {"choices":[{"delta":{"content":"hi"}}]}\n\n',
    }
    await expect(
      importFiles('t', [{ name: 'nock.json', text: JSON.stringify([alone, alone]) }]),
    ).rejects.toThrow(/recorded without what it sent \(and 1 more call likewise\)/)
  })

  it('fails with a reason at worst, however damaged', async () => {
    const text = formatJsonLines([
      replied([user('a')], answer('b')),
      replied([user('a'), answer('b'), user('c')], call('c1')),
      replied([user(long('Sum')), user('c'), call('c1'), result('c1', 'x')], answer('d')),
      {
        request: { model: 'm', input: [{ role: 'user', content: 'x' }] },
        response: 'data: {"type":"response.completed"}',
      },
      { request: { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }, response: [{ candidates: [{}] }] },
      {
        prompt: [{ role: 'user', content: [{ type: 'file', data: {}, mediaType: 'image/png' }] }],
        response: {},
      },
    ])
    expect(await failuresOfDamaged(text, 400)).toEqual([])
  })

  it('is read in steps that grow with its length', async () => {
    const grown = (requests: number): object[] => {
      const messages = Array.from({ length: 2 * requests }, (_, at) =>
        at % 2 === 0 ? user(`q${at} of ${requests}`) : answer(`a${at}`),
      )
      return Array.from({ length: requests }, (_, at) => body(messages.slice(0, at * 2 + 1)))
    }
    const task = await read(grown(50))
    expect(task.contexts?.requests).toHaveLength(50)
    expect(task.messages).toHaveLength(99)
    // Twice the requests are four times the text; were each held against all others it would be eight times.
    const growth = await growthOfReading('log.jsonl', 30, (requests) => formatJsonLines(grown(requests)))
    expect(growth.factor).toBeLessThan(5)
  })
})
