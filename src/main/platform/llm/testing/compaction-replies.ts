import type { Reply } from './model-server.ts'

const named = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

type Answer = {
  readonly stop?: string
  /** The blocks of the answer; a compaction with this content where they are left out. */
  readonly blocks?: readonly object[]
  readonly content?: string | null
  /** Null tells nothing of the compaction itself. */
  readonly own?: { readonly input: number; readonly output: number } | null
  /** Leaves everything behind the blocks out. */
  readonly isCut?: boolean
}

/** A streamed answer of Anthropic's to a compaction: 40 and 12 tokens at the top, 900 and 100 of the compaction itself. */
export function compactionReply({
  stop = 'compaction',
  content = 'What was done.',
  blocks = [{ type: 'compaction', content, encrypted_content: 'c2VhbA' }],
  own = { input: 900, output: 100 },
  isCut = false,
}: Answer = {}): Reply {
  const iterations =
    own === null
      ? undefined
      : [
          { type: 'compaction', input_tokens: own.input, output_tokens: own.output },
          { type: 'message', input_tokens: 40, output_tokens: 12 },
        ]
  const body = [
    named('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 40, output_tokens: 1 },
      },
    }),
    ...blocks.flatMap((block, index) => [
      named('content_block_start', { index, content_block: { ...block, ...started(block) } }),
      named('ping', {}),
      named('content_block_delta', { index, delta: buildDelta(block) }),
      named('content_block_stop', { index }),
    ]),
    ...(isCut
      ? []
      : [
          named('message_delta', { delta: { stop_reason: stop }, usage: { output_tokens: 12, iterations } }),
          named('message_stop', {}),
        ]),
  ]
  return { kind: 'raw', body: body.join(''), isCut }
}

const started = (block: object): object =>
  'content' in block ? { content: null, encrypted_content: null } : { text: '' }

const buildDelta = (block: object): object =>
  'content' in block
    ? { ...block, type: 'compaction_delta' }
    : { type: 'text_delta', text: 'text' in block ? block.text : '' }

/** An answer of `/responses/compact`: these items, and 1,000 tokens in, 130 out, of which 30 were reasoning. */
export function compactReply(output: readonly object[], usage: object | null = compactUsage): Reply {
  const answer = { id: 'resp_1', object: 'response.compaction', created_at: 1, output, usage }
  return { kind: 'raw', contentType: 'application/json', body: JSON.stringify(answer) }
}

const compactUsage = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 200 },
  output_tokens: 130,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 1130,
}
