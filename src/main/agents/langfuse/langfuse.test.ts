import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { langfuse } from './langfuse.ts'

type Values = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-langfuse-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const user = (content: string): Values => ({ role: 'user', content })
const says = (content: string): Values => ({ role: 'assistant', content })
const generation = (id: string, at: number, more: Values): Values => ({
  id,
  traceId: 't1',
  type: 'GENERATION',
  startTime: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
  model: 'm',
  level: 'DEFAULT',
  ...more,
})

describe('an export of Langfuse', () => {
  const observations = [
    generation('2', 2, { input: JSON.stringify([user('Fix it'), says('a'), user('b')]), output: says('c') }),
    generation('1', 1, { input: { messages: [user('Fix it')] }, output: '"a"', costDetails: { total: 0.5 } }),
  ]
  it.each([
    [
      'a trace with observations in it',
      'x.json',
      { id: 't1', projectId: 'p', sessionId: null, observations },
    ],
    [
      'a trace beside its observations, listed in it without content',
      'x.json',
      {
        trace: {
          id: 't1',
          projectId: 'p',
          observations: observations.map((one) => ({ ...one, input: null, output: null })),
        },
        observations,
      },
    ],
    ['a list of observations', 'x.json', observations],
    ['an answer of its interface', 'x.json', { data: observations, meta: { page: 1 } }],
    ['lines of observations', 'x.jsonl', observations.map((one) => JSON.stringify(one)).join('\n')],
  ])('is %s', async (_, name, content) => {
    const task = await importTask(await put(name, content))
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'a', 'b']])
    expect(task).toMatchObject({
      format: 'langfuse',
      model: 'm',
      problems: [],
      usage: { requests: [{ costUsd: 0.5 }, {}] },
    })
  })

  it.each([
    [
      'with the cached tokens and the reasoning in them',
      {
        input: 100,
        output: 20,
        total: 120,
        'prompt_details.cache_read': 60,
        'completion_details.reasoning': 5,
      },
      { tokensIn: 40, tokensOut: 20, cacheReads: 60, reasoningTokens: 5 },
    ],
    [
      'without them',
      { input: 40, output: 15, total: 120, input_cache_read: 60, output_reasoning: 5 },
      { tokensIn: 40, tokensOut: 20, cacheReads: 60, reasoningTokens: 5 },
    ],
    [
      'without a total',
      { input: 40, output: 15, cache_read_input_tokens: 60, cache_creation_input_tokens: 8 },
      { tokensIn: 40, tokensOut: 15, cacheReads: 60, cacheWrites: 8 },
    ],
  ])('counts tokens %s', async (_, usageDetails, usage) => {
    const path = await put('x.json', [generation('1', 1, { input: [user('x')], output: 'y', usageDetails })])
    expect((await importTask(path)).usage.requests).toMatchObject([usage])
  })

  it('joins the traces of a session, leaves wrappers out, and keeps what failed', async () => {
    const path = await put('x.json', {
      data: [
        {
          id: 't1',
          projectId: 'p',
          sessionId: 's/1',
          observations: [
            generation('outer', 0, { input: [user('Fix it')], output: 'a' }),
            generation('1', 1, { parentObservationId: 'outer', input: [user('Fix it')], output: 'a' }),
          ],
        },
        {
          id: 't2',
          projectId: 'p',
          sessionId: 's/1',
          observations: [
            generation('2', 2, {
              traceId: 't2',
              input: [user('Fix it'), says('a'), user('b')],
              output: null,
              level: 'ERROR',
              statusMessage: 'too long',
            }),
          ],
        },
      ],
    })
    const task = await importTask(`${path}#s_1`)
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'a', 'b']])
    expect(task.usage.requests).toMatchObject([{}, { failureText: 'too long' }])
  })

  it.each([
    [{ trace: { id: 't', projectId: 'p' }, observations: [] }, true],
    [observations, true],
    [{ data: observations }, true],
    [{ observations: [{ id: 5 }] }, false],
    [[{ role: 'user', content: 'x' }], false],
  ])('is known by what it holds: %#', (value, isOne) => {
    expect(langfuse.recognises(readFileHead('x.json', Buffer.from(JSON.stringify(value))))).toBe(isOne)
  })
})
