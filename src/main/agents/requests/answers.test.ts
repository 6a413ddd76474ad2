import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { wireSentBy } from '../testing/wire-messages.ts'
import {
  anthropicBody,
  chatMessages,
  geminiBody,
  responsesBody,
  sdkMessages,
  sentInAll as sent,
} from './testing/bodies.ts'

const read = (value: unknown, name = 'one.json'): Promise<ImportedTask> =>
  importFiles(name, [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }])

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const messageUsage = { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 1 }
const anthropicStream = [
  { type: 'message_start', message: { role: 'assistant', model: 'claude-y', usage: messageUsage } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Do' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ne' } },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'c2', name: 'run', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"a"' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':1}' } },
  { type: 'message_delta', delta: {}, usage: { output_tokens: 5, input_tokens: null } },
]
const chunk = (delta: object): object => ({ model: 'claude-y', choices: [{ index: 0, delta }], usage: null })
const chatStream = [
  chunk({ role: 'assistant', content: 'Do' }),
  chunk({ content: 'ne' }),
  chunk({ tool_calls: [{ index: 0, id: 'c2', function: { name: 'run', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
  {
    choices: [],
    usage: { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 3 }, completion_tokens: 5 },
  },
]
const responsesStream = [
  { type: 'response.created', response: { output: [] } },
  {
    type: 'response.output_item.done',
    item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] },
  },
  {
    type: 'response.output_item.done',
    item: { type: 'function_call', call_id: 'c2', name: 'run', arguments: '{"a":1}' },
  },
  {
    type: 'response.completed',
    response: {
      model: 'claude-y',
      output: [],
      usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 3 }, output_tokens: 5 },
    },
  },
]
const geminiStream = [
  { candidates: [{ content: { role: 'model', parts: [{ text: 'Do' }] } }], modelVersion: 'claude-y' },
  { candidates: [{ content: { role: 'model', parts: [{ text: 'ne' }] } }] },
  {
    candidates: [
      { content: { role: 'model', parts: [{ functionCall: { id: 'c2', name: 'run', args: { a: 1 } } }] } },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 4,
      thoughtsTokenCount: 1,
    },
  },
]
const har = (
  body: object,
  content: object,
  name = 'https://api.example.com/v1/messages?key=AIzaSECRET12345678',
): object => ({
  log: {
    version: '1.2',
    entries: [
      { request: { method: 'GET', url: 'https://example.com/' }, response: { status: 200 } },
      {
        startedDateTime: '2026-01-02T03:04:05Z',
        time: 12,
        request: {
          method: 'POST',
          url: name,
          headers: [{ name: 'x-api-key', value: 'SECRET-KEY' }],
          cookies: [{ name: 'session', value: 'SECRET-COOKIE' }],
          postData: { mimeType: 'application/json', text: JSON.stringify(body) },
        },
        response: { status: 200, headers: [{ name: 'set-cookie', value: 'SECRET' }], content },
      },
    ],
  },
})
const streamed = (events: readonly object[]): string => events.map(event).join('') + 'data: [DONE]\n\n'
const packed = (text: string): object => ({
  mimeType: 'text/event-stream',
  encoding: 'base64',
  text: gzipSync(text).toString('base64'),
})

describe('an answer', () => {
  const chatBody = { model: 'asked', messages: chatMessages }
  it.each([
    ['a stream of Anthropic', anthropicBody, streamed(anthropicStream)],
    ['a stream of chat', chatBody, streamed(chatStream)],
    ['a stream of Responses', responsesBody, streamed(responsesStream)],
    ['a stream of Gemini', geminiBody, streamed(geminiStream)],
    ['a stream without empty lines', chatBody, chatStream.map((one) => event(one).trim()).join('\r\n')],
    ['the pieces of Gemini as a list', geminiBody, geminiStream],
    [
      'a language model of the AI SDK',
      { prompt: sdkMessages },
      {
        content: [
          { type: 'text', text: 'Done' },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'run', input: '{"a":1}' },
        ],
        finishReason: 'tool-calls',
        usage: { inputTokens: 10, cachedInputTokens: 3, outputTokens: 5 },
        response: { modelId: 'claude-y' },
      },
    ],
  ])('is gathered from %s', async (_, body, response) => {
    const task = await read({ request: body, response })
    expect(task.messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Done' },
        { type: 'tool_use', id: 'c2', name: 'run', input: { a: 1 } },
      ],
    })
    const [request] = task.usage.requests
    expect(request).toMatchObject({ tokensIn: 7, cacheReads: 3, tokensOut: 5, modelId: 'claude-y' })
    expect(task.contexts?.requests).toHaveLength(1)
  })

  it('is read from a HAR file, of which no key is taken', async () => {
    const task = await read(har(anthropicBody, packed(streamed(anthropicStream))), 'traffic.har')
    expect(wireSentBy(task)).toEqual([sent])
    expect(task.usage.requests).toMatchObject([
      { ts: Date.UTC(2026, 0, 2, 3, 4, 5), tokensIn: 7, tokensOut: 5 },
    ])
    expect(JSON.stringify(task)).not.toContain('SECRET')
  })

  it('takes the model of Gemini from its address', async () => {
    const url =
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent?key=AIzaSECRET12'
    const task = await read(har(geminiBody, { mimeType: 'application/json', text: '{}' }, url), 'traffic.har')
    expect(task.model).toBe('gemini-x')
  })

  it('is none where the call failed, and the key in the reason is left out', async () => {
    const task = await read({
      body: anthropicBody,
      status: 401,
      response: { type: 'error', error: { type: 'auth', message: 'bad key sk-ant-api03-SECRET12345' } },
    })
    expect(task.usage.requests).toMatchObject([{ failureText: 'HTTP 401 auth bad key …' }])
    expect(task.contexts?.requests).toEqual([{ answer: null, before: 3 }])
  })

  it('is read from a cassette in YAML', async () => {
    const text = `interactions:\n- request:\n    method: POST\n    uri: https://api.anthropic.com/v1/messages\n    body: '${JSON.stringify(anthropicBody)}'\n  response:\n    body:\n      string: ${JSON.stringify(streamed(anthropicStream))}\n    status: {code: 200}\n`
    const task = await read(text, 'cassette.yaml')
    expect(wireSentBy(task)).toEqual([sent])
    expect(task.usage.requests).toMatchObject([{ tokensOut: 5 }])
  })
})
