import { describe, expect, it } from 'vitest'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openAiChat } from './open-ai-chat.ts'
import { openAiResponses } from './open-ai-responses.ts'
import type { Answer, Reply } from './protocol.ts'

const answer: Answer = {
  number: 7,
  text: 'Looking.',
  thinking: 'It is in there.',
  calls: [{ id: 'c1', name: 'read', input: { path: 'a.ts' } }],
  usage: { input: 900, cached: 500, output: 20 },
}
const patch = { id: 'c2', name: 'apply_patch', input: '*** Begin Patch' }

function eventsIn({ text }: Reply): readonly unknown[] {
  return text
    .split('\n\n')
    .map((event) => event.slice(event.indexOf('data: ') + 'data: '.length))
    .filter((data) => data.startsWith('{'))
    .map((data): unknown => JSON.parse(data))
}

const parsed = ({ text }: Reply): unknown => JSON.parse(text)

describe("OpenAI's Chat Completions", () => {
  const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }
  const usage = {
    prompt_tokens: 900,
    completion_tokens: 20,
    total_tokens: 920,
    prompt_tokens_details: { cached_tokens: 500 },
  }

  it('answers in one message', () => {
    expect(parsed(openAiChat.reply(answer, 'm', false))).toMatchObject({
      model: 'm',
      object: 'chat.completion',
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'Looking.',
            reasoning_content: 'It is in there.',
            tool_calls: [call],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    })
  })

  it('answers in deltas, with the usage behind them and a mark at the end', () => {
    const reply = openAiChat.reply(answer, 'm', true)
    expect(eventsIn(reply)).toMatchObject([
      { object: 'chat.completion.chunk', choices: [{ delta: { role: 'assistant' }, finish_reason: null }] },
      { choices: [{ delta: { reasoning_content: 'It is in there.' } }] },
      { choices: [{ delta: { content: 'Looking.' } }] },
      { choices: [{ delta: { tool_calls: [{ index: 0, ...call }] } }] },
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      { choices: [], usage },
    ])
    expect(reply.text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('is seen by its system prompt, what was asked last, and its tools', () => {
    const messages = [
      { role: 'system', content: 'You are.' },
      { role: 'user', content: 'First' },
      { role: 'user', content: [{ type: 'text', text: 'Last' }] },
      { role: 'tool', content: 'result' },
    ]
    const tools = [{ type: 'function', function: { name: 'read' } }]
    expect(openAiChat.view({ messages, tools, stream: true }, '')).toEqual({
      system: 'You are.',
      asked: 'Last',
      tools: ['read'],
      isStreamed: true,
    })
  })
})

describe("OpenAI's Responses", () => {
  it('answers in named events, an item each, and the usage in the last one', () => {
    const reply = openAiResponses.reply({ ...answer, calls: [...answer.calls, patch] }, 'm', true)
    expect(reply.text.startsWith('event: response.created\n')).toBe(true)
    const events = eventsIn(reply)
    const items = events.filter((event) => JSON.stringify(event).includes('output_item.done'))
    expect(items).toMatchObject([
      { item: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'It is in there.' }] } },
      { item: { type: 'message', content: [{ type: 'output_text', text: 'Looking.' }] } },
      { item: { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' } },
      { item: { type: 'custom_tool_call', call_id: 'c2', input: '*** Begin Patch' } },
    ])
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        usage: { input_tokens: 900, input_tokens_details: { cached_tokens: 500 }, output_tokens: 20 },
      },
    })
  })
})

describe("Gemini's generateContent", () => {
  it('answers in parts, of which the first call is signed', () => {
    const response = {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { thought: true },
              { text: 'Looking.' },
              {
                functionCall: { id: 'c1', name: 'read', args: { path: 'a.ts' } },
                thoughtSignature: expect.any(String),
              },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 900, cachedContentTokenCount: 500, candidatesTokenCount: 20 },
    }
    expect(parsed(gemini.reply(answer, 'm', false))).toMatchObject(response)
    expect(eventsIn(gemini.reply(answer, 'm', true))).toMatchObject([response])
  })

  it('is streamed by its path', () => {
    expect(gemini.view({}, '/v1beta/models/g:streamGenerateContent?alt=sse').isStreamed).toBe(true)
    expect(gemini.view({}, '/v1beta/models/g:generateContent').isStreamed).toBe(false)
  })
})

describe("Anthropic's Messages", () => {
  const call = { type: 'tool_use', id: 'c1', name: 'read' }
  const usage = { cache_creation_input_tokens: 400, cache_read_input_tokens: 500 }

  it('answers in one message', () => {
    expect(parsed(anthropic.reply(answer, 'm', false))).toMatchObject({
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'It is in there.' },
        { type: 'text', text: 'Looking.' },
        { ...call, input: { path: 'a.ts' } },
      ],
      stop_reason: 'tool_use',
      usage: { ...usage, output_tokens: 20 },
    })
  })

  it('answers in events, block by block, under an id of its own each time', () => {
    const [first, second] = [anthropic.reply(answer, 'm', true), anthropic.reply(answer, 'm', true)].map(
      eventsIn,
    )
    expect(first).toMatchObject([
      { type: 'message_start', message: { content: [], usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { delta: { type: 'thinking_delta', thinking: 'It is in there.' } },
      { type: 'content_block_stop', index: 0 },
      { index: 1, content_block: { type: 'text', text: '' } },
      { delta: { type: 'text_delta', text: 'Looking.' } },
      { type: 'content_block_stop', index: 1 },
      { index: 2, content_block: { ...call, input: {} } },
      { delta: { type: 'input_json_delta', partial_json: '{"path":"a.ts"}' } },
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ])
    expect(second?.[0]).not.toEqual(first?.[0])
  })

  it('tells system prompt, last prompt and tools of a request', () => {
    const body = {
      system: [{ type: 'text', text: 'You are an agent.' }],
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: [{ type: 'text', text: 'On.' }] },
      ],
      tools: [{ name: 'Read' }],
      stream: true,
    }
    expect(anthropic.view(body, '/v1/messages')).toEqual({
      system: 'You are an agent.',
      asked: 'On.',
      tools: ['Read'],
      isStreamed: true,
    })
  })
})
