import { z } from 'zod'
import type { CompletionEvent } from '../../engine/language-model.ts'
import { ReportedError } from '../failures/server-error.ts'
import type { StopReason, StreamReader } from '../wire/run-call.ts'
import { readUsage } from './read-usage.ts'

/** Only what is used of a chunk; compatible servers differ in all the rest. */
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
})

/** Reads the chunks of a streamed answer of Chat Completions. */
export function createChatReader(): StreamReader {
  let reason: StopReason | null = null
  let hasRefusal = false
  return {
    read: (piece) => {
      const { choices, usage, error } = chunkSchema.parse(piece)
      if (error !== undefined && error !== null) throw new ReportedError(error)
      const choice = choices?.[0]
      if (choice?.delta?.refusal) hasRefusal = true
      if (choice?.finish_reason) reason = stopReasonOf(choice.finish_reason)
      const text = choice?.delta?.content ?? ''
      const report = readUsage(usage)
      const events: CompletionEvent[] = text === '' ? [] : [{ kind: 'text', text }]
      return report === undefined ? events : [...events, { kind: 'usage', usage: report }]
    },
    stop: () => (reason !== null && hasRefusal ? 'refused' : reason),
    // The usage may follow the end of the answer, in a chunk of its own.
    isDone: () => false,
  }
}

function stopReasonOf(reason: string): StopReason {
  if (reason === 'length') return 'max-tokens'
  if (reason === 'error')
    throw new ReportedError({ type: 'server_error', message: 'The answer ended with an error.' })
  return reason === 'content_filter' ? 'refused' : 'finished'
}
