import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'

export type Protocol = 'anthropic' | 'openai-chat' | 'openai-responses'
export type WireStop = 'finished' | 'max-tokens' | 'refused'

/** How a protocol spells the parts of a streamed answer, each as the text of one or more server-sent events. */
export type Spelling = {
  readonly begin: (usage: TokenUsage | null) => string
  readonly text: (text: string) => string
  /** What a stream may hold that brings the answer no further. */
  readonly pings: readonly string[]
  readonly end: (stop: WireStop, usage: TokenUsage | null) => string
  /** An answer in one piece, as the servers give it that are asked for no stream. */
  readonly whole: (text: string, stop: WireStop, usage: TokenUsage) => object
  /** An error inside of a stream. */
  readonly error: (type: string, message: string) => string
  /** The body of a refused request. */
  readonly errorBody: (type: string, message: string) => unknown
}

function named(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function unnamed(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

const comment = ': keep-alive\n\n'

const anthropicStops = { finished: 'end_turn', 'max-tokens': 'max_tokens', refused: 'refusal' } as const

const anthropic: Spelling = {
  begin: (usage) =>
    named('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: usage === null ? undefined : anthropicUsage({ ...usage, output: 1 }),
      },
    }) +
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    named('ping', {}),
  text: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  pings: [
    comment,
    named('ping', {}),
    named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '' } }),
    named('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: '' } }),
  ],
  end: (stop, usage) =>
    named('content_block_stop', { index: 0 }) +
    named('message_delta', {
      delta: {
        stop_reason: anthropicStops[stop],
        stop_sequence: null,
      },
      usage: usage === null ? undefined : { output_tokens: usage.output },
    }) +
    named('message_stop', {}),
  whole: (text, stop, usage) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'abc' },
      { type: 'text', text },
    ],
    stop_reason: anthropicStops[stop],
    usage: anthropicUsage(usage),
  }),
  error: (type, message) => named('error', { error: { type, message } }),
  errorBody: (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_1' }),
}

function anthropicUsage({ input, output, cacheReads, cacheWrites }: TokenUsage): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheReads,
    cache_creation_input_tokens: cacheWrites,
  }
}

const chat: Spelling = {
  begin: () => chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }),
  text: (text) => chunk({ delta: { content: text }, finish_reason: null }),
  pings: [
    comment,
    chunk({ delta: { role: 'assistant', content: '', reasoning_content: '' }, finish_reason: null }),
    unnamed({ object: 'chat.completion.chunk', choices: [] }),
    unnamed({
      object: 'chat.completion.chunk',
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 0 },
    }),
  ],
  end: (stop, usage) => {
    const refusal = stop === 'refused' ? chunk({ delta: { refusal: 'No.' }, finish_reason: null }) : ''
    const end = chunk({ delta: {}, finish_reason: stop === 'max-tokens' ? 'length' : 'stop' })
    const report =
      usage === null
        ? ''
        : unnamed({
            object: 'chat.completion.chunk',
            choices: [],
            usage: chatUsage(usage),
          })
    return `${refusal}${end}${report}data: [DONE]\n\n`
  },
  whole: (text, stop, usage) => ({
    id: 'c1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: stop === 'refused' ? 'No.' : null },
        finish_reason: stop === 'max-tokens' ? 'length' : 'stop',
      },
    ],
    usage: chatUsage(usage),
  }),
  error: (type, message) => unnamed({ error: { type, message, code: null } }),
  errorBody: (type, message) => ({ error: { message, type, param: null, code: type } }),
}

function chatUsage(usage: TokenUsage): object {
  return {
    prompt_tokens: wholeInput(usage),
    completion_tokens: usage.output,
    total_tokens: wholeInput(usage) + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheReads, cache_write_tokens: usage.cacheWrites },
  }
}

function chunk(choice: object): string {
  return unnamed({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })
}

const responses: Spelling = {
  begin: () => named('response.created', { response: { id: 'r1', status: 'in_progress' } }),
  text: (text) => named('response.output_text.delta', { item_id: 'm1', delta: text }),
  pings: [
    comment,
    named('response.in_progress', { response: { id: 'r1', status: 'in_progress' } }),
    named('response.output_text.delta', { item_id: 'm1', delta: '' }),
    named('response.reasoning_text.delta', { item_id: 'm1', delta: '' }),
    named('keepalive', {}),
  ],
  end: (stop, usage) => {
    const refusal = stop === 'refused' ? named('response.refusal.delta', { delta: 'No.' }) : ''
    const type = stop === 'max-tokens' ? 'response.incomplete' : 'response.completed'
    const details = stop === 'max-tokens' ? { reason: 'max_output_tokens' } : null
    const report = usage === null ? undefined : responsesUsage(usage)
    return refusal + named(type, { response: { id: 'r1', incomplete_details: details, usage: report } })
  },
  whole: (text, stop, usage) => ({
    id: 'r1',
    object: 'response',
    status: stop === 'max-tokens' ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: stop === 'max-tokens' ? { reason: 'max_output_tokens' } : null,
    output: [
      { type: 'reasoning', id: 'rs1', summary: [] },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text, annotations: [] },
          ...(stop === 'refused' ? [{ type: 'refusal', refusal: 'No.' }] : []),
        ],
      },
    ],
    usage: responsesUsage(usage),
  }),
  error: (type, message) => named('error', { code: type, message, param: null }),
  errorBody: chat.errorBody,
}

function responsesUsage(usage: TokenUsage): object {
  return {
    input_tokens: wholeInput(usage),
    output_tokens: usage.output,
    total_tokens: wholeInput(usage) + usage.output,
    input_tokens_details: { cached_tokens: usage.cacheReads, cache_write_tokens: usage.cacheWrites },
  }
}

/** OpenAI's count of input holds the cached tokens. */
function wholeInput({ input, cacheReads, cacheWrites }: TokenUsage): number {
  return input + cacheReads + cacheWrites
}

export const protocols: Readonly<Record<Protocol, Spelling>> = {
  anthropic,
  'openai-chat': chat,
  'openai-responses': responses,
}
