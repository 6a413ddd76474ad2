import { z } from 'zod'
import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import type { CompletionEvent } from '../../../kernel/language-model.ts'
import type { StopReason, StreamReader } from '../wire/run-call.ts'

const countSchema = z.int().min(0).nullish()
/** Cumulative. A delta may leave out what has not changed since the start. */
const usageSchema = z.object({
  input_tokens: countSchema,
  output_tokens: countSchema,
  cache_creation_input_tokens: countSchema,
  cache_read_input_tokens: countSchema,
})
type Usage = z.infer<typeof usageSchema>

const startSchema = z.object({
  type: z.literal('message_start'),
  message: z.object({ usage: usageSchema.nullish() }),
})
const textSchema = z.object({
  type: z.literal('content_block_delta'),
  delta: z.object({ type: z.literal('text_delta'), text: z.string() }),
})
const thinkingSchema = z.object({
  type: z.literal('content_block_delta'),
  delta: z.object({ thinking: z.string().min(1) }).or(z.object({ signature: z.string().min(1) })),
})
const hiddenThinkingSchema = z.object({
  type: z.literal('content_block_start'),
  content_block: z.object({ type: z.literal('redacted_thinking') }),
})
const deltaSchema = z.object({
  type: z.literal('message_delta'),
  delta: z.object({ stop_reason: z.string().nullish() }),
  usage: usageSchema.nullish(),
})
const endSchema = z.object({ type: z.literal('message_stop') })
/** A message that came whole. */
const messageSchema = z.object({
  type: z.literal('message'),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string(),
  usage: usageSchema.nullish(),
})
/** Pings, borders of blocks and kinds that are not invented yet say nothing to us. */
const otherSchema = z.object({ type: z.string() })
const pieceSchema = z.union([
  startSchema,
  textSchema,
  thinkingSchema,
  hiddenThinkingSchema,
  deltaSchema,
  endSchema,
  otherSchema,
])

const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** Reads the events of a streamed answer of the Messages interface. */
export function createMessageReader(): StreamReader {
  let usage = noUsage
  let reason: StopReason = 'finished'
  let hasEnded = false
  const count = (reported: Usage | null | undefined): readonly CompletionEvent[] | null => {
    if (reported === null || reported === undefined) return null
    usage = {
      input: reported.input_tokens ?? usage.input,
      output: reported.output_tokens ?? usage.output,
      cacheWrites: reported.cache_creation_input_tokens ?? usage.cacheWrites,
      cacheReads: reported.cache_read_input_tokens ?? usage.cacheReads,
    }
    return [{ kind: 'usage', usage }]
  }
  return {
    read: (piece) => {
      const event = pieceSchema.parse(piece)
      if ('message' in event) return count(event.message.usage)
      if (event.type === 'message_stop') hasEnded = true
      if ('content_block' in event) return []
      if (!('delta' in event)) return null
      const { delta } = event
      if ('thinking' in delta || 'signature' in delta) return []
      if ('text' in delta) return delta.text === '' ? null : [{ kind: 'text', text: delta.text }]
      reason = toStopReason(delta.stop_reason) ?? reason
      return 'usage' in event ? count(event.usage) : null
    },
    readWhole: (answer) => {
      const parsed = messageSchema.safeParse(answer)
      if (!parsed.success) return null
      const { content, stop_reason, usage: report } = parsed.data
      reason = toStopReason(stop_reason) ?? reason
      hasEnded = true
      const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
      return [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...(count(report) ?? [])]
    },
    stop: () => (hasEnded ? reason : null),
    isDone: () => hasEnded,
  }
}

function toStopReason(reason: string | null | undefined): StopReason | undefined {
  if (reason === null || reason === undefined) return undefined
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'max-tokens'
  return reason === 'refusal' ? 'refused' : 'finished'
}
