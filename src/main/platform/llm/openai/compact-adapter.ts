import type OpenAI from 'openai'
import { z } from 'zod'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { buildCompactionEvents } from '../../../kernel/compaction.ts'
import { isThinking } from '../../../kernel/history/blocks.ts'
import type { CompletionRequest } from '../../../kernel/language-model.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'
import { readTurns } from '../turns/read-turns.ts'
import type { VerbatimPiece } from '../turns/turn.ts'
import { withoutLooseThinking } from '../turns/without-loose-thinking.ts'
import type { OpenedStream, StreamReader, Wire } from '../wire/run-call.ts'
import { createOpenAiAdapter } from './create-client.ts'
import { readUsage } from './read-usage.ts'
import { toResponseInput } from './to-response-input.ts'

const answerSchema = z.object({
  object: z.literal('response.compaction'),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: z.unknown().optional(),
})
const reasoningSchema = z.object({
  output_tokens_details: z.object({ reasoning_tokens: z.int().min(0).nullish() }).nullish(),
})

/** OpenAI's `/responses/compact`: the answer comes in one piece. */
export function createCompactAdapter({ now }: { readonly now: () => number }): Adapter {
  return createOpenAiAdapter({ now, createReader: createCompactReader, open: openAnswer })
}

async function openAnswer(
  client: OpenAI,
  { model, info }: AdapterOptions,
  { messages, compaction }: CompletionRequest,
  wire: Wire,
): Promise<OpenedStream> {
  const instructions = compaction?.instructions.trim() ?? ''
  const turns = readTurns(
    withoutLooseThinking(messages.map(withoutOpenThinking)),
    info.supportsImages,
    toVerbatimBlock,
  )
  const body = {
    model,
    input: toResponseInput(turns),
    ...(instructions === '' ? {} : { instructions: instructions.toWellFormed() }),
  } satisfies OpenAI.Responses.ResponseCompactParams
  // As a stream, whose plain answer is taken out of the SDK's hands like that of any other server.
  const { data, response } = await client
    .post<AsyncIterable<unknown>>('/responses/compact', { body, stream: true, signal: wire.signal })
    .withResponse()
  return { pieces: data, contentType: response.headers.get('content-type') ?? '' }
}

function withoutOpenThinking({
  role,
  content,
}: CompletionRequest['messages'][number]): CompletionRequest['messages'][number] {
  if (typeof content === 'string') return { role, content }
  return {
    role,
    content: content.filter((block) => !isThinking(block) || toVerbatimBlock(block) !== undefined),
  }
}

/** Reasoning and summaries that OpenAI encrypted. */
function toVerbatimBlock(block: ContentBlock): VerbatimPiece['block'] | undefined {
  const { encrypted_content: encrypted, thinking, id } = block
  if (typeof encrypted !== 'string' || encrypted === '') return undefined
  const named = typeof id === 'string' ? { id } : {}
  if (block.type === 'compaction') return { type: 'compaction', ...named, encrypted_content: encrypted }
  if (!isThinking(block)) return undefined
  const summary =
    typeof thinking === 'string' && thinking !== '' ? [{ type: 'summary_text', text: thinking }] : []
  return { type: 'reasoning', summary, encrypted_content: encrypted }
}

/** Reads the answer to a compaction of the Responses interface, which comes in one piece. */
function createCompactReader(): StreamReader {
  let hasEnded = false
  return {
    read: () => null,
    readWhole: (answer) => {
      const parsed = answerSchema.safeParse(answer)
      if (!parsed.success) return null
      hasEnded = true
      const usage = readUsage(parsed.data.usage) ?? null
      const reasoning = reasoningSchema.safeParse(parsed.data.usage).data?.output_tokens_details
      const compacted = {
        output: parsed.data.output,
        stop: null,
        writtenTokens: usage === null ? null : Math.max(0, usage.output - (reasoning?.reasoning_tokens ?? 0)),
        readTokens: usage === null ? null : usage.input + usage.cacheReads + usage.cacheWrites,
      }
      // Its end is told by `stop`.
      return buildCompactionEvents(compacted, usage).slice(0, -1)
    },
    stop: () => (hasEnded ? 'finished' : null),
    isDone: () => hasEnded,
  }
}
