import { expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { answer, ends, exported, says, step, user } from '../opencode/testing/stored-fixture.ts'

type Values = Readonly<Record<string, unknown>>
const time = '2026-01-01T00:00:00Z'

const pi = (cache: Values): string =>
  [
    { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/w' },
    { type: 'message', id: 'q', parentId: null, timestamp: time, message: { role: 'user', content: 'Look' } },
    {
      type: 'message',
      id: 'a',
      parentId: 'q',
      timestamp: time,
      message: {
        role: 'assistant',
        content: [],
        api: 'a',
        model: 'm',
        usage: { input: 3, output: 2, ...cache },
      },
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n')
const cline = (cache: Values): string =>
  JSON.stringify({
    version: 1,
    updated_at: time,
    agent: 'lead',
    sessionId: 's',
    messages: [
      { id: 'q', role: 'user', content: [{ type: 'text', text: 'Look' }] },
      {
        id: 'a',
        role: 'assistant',
        content: [{ type: 'text', text: 'Yes' }],
        metrics: { inputTokens: 3, outputTokens: 2, ...cache },
      },
    ],
  })
const openCode = (cache: Values): string =>
  exported([
    user(1, 'Look'),
    answer(2, [step(), says('Yes'), ends(3, { tokens: { input: 3, output: 2, reasoning: 0, ...cache } })]),
  ])
const inspect = (cache: Values): string =>
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { task: 'ctf' },
    plan: {},
    samples: [
      {
        id: 1,
        epoch: 1,
        input: 'Look',
        messages: [],
        events: [
          {
            event: 'model',
            timestamp: time,
            model: 'm',
            input: [{ role: 'user', content: 'Look' }],
            output: {
              choices: [{ message: { role: 'assistant', content: 'Yes' } }],
              usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5, ...cache },
            },
          },
        ],
      },
    ],
  })

it.each([
  ['pi', 'a.jsonl', pi, { cacheRead: 0, cacheWrite: 0 }],
  ['cline-sdk', 's.messages.json', cline, { cacheReadTokens: 0, cacheWriteTokens: 0 }],
  ['opencode', 'a.json', openCode, { cache: { read: 0, write: 0 } }],
  ['inspect-eval', 'a.json', inspect, { input_tokens_cache_read: 0, input_tokens_cache_write: 0 }],
] as const)('%s says 0 of cached tokens only where the file says it', async (format, name, write, zeros) => {
  const requestOf = async (cache: Values) => {
    const task = await importFiles('drop', [{ name, text: write(cache) }])
    expect(task.format).toBe(format)
    return task.usage.requests[0]
  }
  expect(await requestOf(zeros)).toMatchObject({ tokensIn: 3, cacheReads: 0, cacheWrites: 0 })
  const unknown = await requestOf({})
  expect(unknown).toMatchObject({ tokensIn: 3, tokensOut: 2, isCacheApart: true })
  expect(unknown).not.toHaveProperty('cacheReads')
  expect(unknown).not.toHaveProperty('cacheWrites')
})
