import { z } from 'zod'
import { compactionEvents } from '../../engine/compaction.ts'
import type { StreamReader } from '../wire/run-call.ts'
import { readUsage } from './read-usage.ts'

const answerSchema = z.object({
  object: z.literal('response.compaction'),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: z.unknown().optional(),
})
const reasoningSchema = z.object({
  output_tokens_details: z.object({ reasoning_tokens: z.int().min(0).nullish() }).nullish(),
})

/** Reads the answer to a compaction of the Responses interface, which comes in one piece. */
export function createCompactReader(): StreamReader {
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
      return compactionEvents(compacted, usage).slice(0, -1)
    },
    stop: () => (hasEnded ? 'finished' : null),
    isDone: () => hasEnded,
  }
}
