import { z } from 'zod'
import { tokenUsageSchema } from '../../../../shared/models/pricing-types.ts'
import type { CompletionRequest } from '../../../kernel/language-model.ts'
import { computeSha256 } from '../../files/compute-sha256.ts'

/** A line of a recording: which request, and what the model answered. Holds neither the request nor a key. */
export const recordedAnswerSchema = z.object({
  requestSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** As the vendor calls it; for a person who reads the file. */
  model: z.string(),
  text: z.string(),
  usage: tokenUsageSchema,
  stop: z.enum(['finished', 'max-tokens', 'refused']),
  /** Milliseconds since 1970. */
  recordedTs: z.number(),
})
export type RecordedAnswer = Readonly<z.infer<typeof recordedAnswerSchema>>

/**
 * What a request is found by. Only what was asked counts, and of which model: not the profile, its address or key, so
 * that a recording can be shared. The order of fields in a block does not matter.
 */
export function hashRecordedRequest(
  model: string,
  {
    system,
    messages,
    maxTokens,
    compaction,
  }: Pick<CompletionRequest, 'system' | 'messages' | 'maxTokens' | 'compaction'>,
): string {
  const asked = messages.map(({ role, content }) => ({ role, content }))
  const text = JSON.stringify({ model, system, messages: asked, maxTokens, compaction }, sortKeys)
  return computeSha256(text)
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
