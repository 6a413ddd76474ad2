import { z } from 'zod'
import { toSafeString } from '../../shared/kernel/to-safe-string.ts'
import type { TokenUsage } from '../../shared/models/pricing-types.ts'
import type { CompletionEvent, CompletionRequest } from './language-model.ts'

/** A compaction that a vendor makes itself, asked for in the place of an answer. Empty instructions leave the vendor's own. */
export type Compaction =
  | {
      readonly kind: 'anthropic-compact'
      /** Input tokens, counted by the vendor, from which it compacts. */
      readonly triggerTokens: number
      /** Ends after the block instead of going on with an answer. */
      readonly pauses: boolean
      readonly instructions: string
    }
  | { readonly kind: 'anthropic-summarize'; readonly instructions: string }
  | { readonly kind: 'openai-compact'; readonly instructions: string }

const itemSchema = z.looseObject({ type: z.string() })

const compactedSchema = z.object({
  /** Blocks of an answer of Anthropic's, or items of OpenAI's, as they came. */
  output: z.array(itemSchema).readonly(),
  /** Why the answer ended, in the vendor's word; null where it did not say. */
  stop: z.string().nullable(),
  /** Tokens that the compaction wrote, by the vendor's count; null where it told none. */
  writtenTokens: z.number().nullable(),
  /** Tokens of the history that was sent, by the vendor's count; null where it told none. */
  readTokens: z.number().nullable(),
})
/** What a vendor made of a history. */
export type Compacted = Readonly<z.infer<typeof compactedSchema>>

/** What a model says that was asked for a compaction. */
export function buildCompactionEvents(
  compacted: Compacted,
  usage: TokenUsage | null,
  reason: Extract<CompletionEvent, { kind: 'stopped' }>['reason'] = 'finished',
): readonly CompletionEvent[] {
  return [
    { kind: 'text', text: JSON.stringify(compacted) },
    ...(usage === null ? [] : [{ kind: 'usage' as const, usage }]),
    { kind: 'stopped', reason },
  ]
}

/** The compaction in the answer of a model; null where it holds none. */
export function readCompacted(text: string): Compacted | null {
  try {
    return compactedSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What a compaction by a vendor would look like whose summary is this text: for estimates, which ask nobody. */
export function guessCompaction(
  { compaction, messages, inputTokens }: CompletionRequest,
  summary: string,
  summaryTokens: number,
): Compacted {
  const told = { stop: null, writtenTokens: summaryTokens, readTokens: inputTokens }
  if (compaction?.kind !== 'openai-compact')
    return { ...told, output: [{ type: 'compaction', content: summary }] }
  const kept = messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const said = role === 'user' ? blocks.flatMap(toCompactedContent) : []
    return said.length === 0 ? [] : [{ type: 'message', role, content: said }]
  })
  return { ...told, output: [...kept, { type: 'compaction', encrypted_content: summary }] }
}

function toCompactedContent(
  block: Readonly<Record<string, unknown>>,
): readonly Compacted['output'][number][] {
  const { type, text, source } = block
  if (type === 'text')
    return typeof text === 'string' && text.trim() !== '' ? [{ type: 'input_text', text }] : []
  if (type !== 'image' || typeof source !== 'object' || source === null) return []
  if ('url' in source) return [{ type: 'input_image', image_url: toSafeString(source.url) }]
  if (!('media_type' in source) || !('data' in source)) return []
  const address = `data:${toSafeString(source.media_type)};base64,${toSafeString(source.data)}`
  return [{ type: 'input_image', image_url: address }]
}
