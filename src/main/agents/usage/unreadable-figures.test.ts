import { describe, expect, it } from 'vitest'
import { withDerivedCosts } from '../../kernel/pricing/derive-costs.ts'
import { importFiles } from '../import-files.ts'

type Values = Readonly<Record<string, unknown>>

const lines = (...values: Values[]): string => values.map((value) => JSON.stringify(value)).join('\n')
const at = '2026-11-20T09:00:00Z'

const formats: Readonly<Record<string, (usage: Values) => Readonly<{ name: string; text: string }>>> = {
  'Claude Code': ({ input, output, read }) => ({
    name: 'a.jsonl',
    text: lines(
      {
        type: 'user',
        uuid: 'u',
        parentUuid: null,
        sessionId: 's',
        timestamp: at,
        message: { role: 'user', content: 'Go' },
      },
      {
        type: 'assistant',
        uuid: 'a',
        parentUuid: 'u',
        sessionId: 's',
        timestamp: at,
        message: {
          id: 'm',
          role: 'assistant',
          model: 'claude-opus-5',
          content: [{ type: 'text', text: 'Done' }],
          usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: read },
        },
      },
    ),
  }),
  pi: ({ input, output, read }) => ({
    name: 'a.jsonl',
    text: lines(
      { type: 'session', version: 3, id: 's', timestamp: at, cwd: '/w' },
      { type: 'message', id: 'u', parentId: null, timestamp: at, message: { role: 'user', content: 'Go' } },
      {
        type: 'message',
        id: 'a',
        parentId: 'u',
        timestamp: at,
        message: {
          role: 'assistant',
          model: 'claude-opus-5',
          content: [{ type: 'text', text: 'Done' }],
          usage: { input, output, cacheRead: read },
        },
      },
    ),
  }),
  Codex: ({ input, output, read }) => ({
    name: 'rollout-a.jsonl',
    text: lines(
      { timestamp: at, type: 'session_meta', payload: { id: 's', timestamp: at, cwd: '/w' } },
      { timestamp: at, type: 'turn_context', payload: { model: 'gpt-5.4' } },
      {
        timestamp: at,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      },
      {
        timestamp: at,
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] },
      },
      {
        timestamp: at,
        type: 'token_usage_record',
        payload: {
          response_id: 'r',
          usage: { input_tokens: input, output_tokens: output, cached_input_tokens: read },
        },
      },
    ),
  }),
  'a log of requests': ({ input, output, read }) => ({
    name: 'a.jsonl',
    text: lines({
      body: { model: 'gpt-5.4', messages: [{ role: 'user', content: 'Go' }] },
      response: {
        choices: [{ message: { role: 'assistant', content: 'Done' } }],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          prompt_tokens_details: { cached_tokens: read },
        },
      },
    }),
  }),
}

describe.each(Object.keys(formats))('figures that cannot be read in %s', (format) => {
  const read = async (usage: Values) => {
    const task = await importFiles('drop', [formats[format]?.(usage) ?? { name: '', text: '' }])
    const { requests } = withDerivedCosts(task.usage, new Date('2026-11-20'))
    expect(requests).toHaveLength(1)
    return requests[0]
  }

  it('are read where they can be', async () => {
    expect(await read({ input: 100, output: 7, read: 40 })).toMatchObject({ tokensOut: 7, cacheReads: 40 })
  })

  it.each<[string, Values]>([
    ['texts', { input: '100', output: '7', read: '40' }],
    ['one text among them', { input: 100, output: 7, read: '40' }],
    ['below zero', { input: -100, output: 7, read: 40 }],
    ['nothing', { input: null, output: null, read: null }],
    ['more than any request has', { input: 100, output: 7, read: 9e18 }],
  ])('are unknown, and cost nothing that is known: %s', async (_name, usage) => {
    const request = await read(usage)
    expect(request).not.toHaveProperty('tokensIn')
    expect(request).not.toHaveProperty('derivedUsd')
  })
})
