import { z } from 'zod'
import type { CompletionEvent } from '../../../kernel/language-model.ts'
import { ReportedError } from '../failures/server-error.ts'
import type { StopReason, StreamReader } from '../wire/run-call.ts'
import { readUsage } from './read-usage.ts'

/** Only what is used of a chunk; compatible servers differ in all the rest. */
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            // Thinking has no name in OpenAI's own interface: these are those of DeepSeek and vLLM, and of OpenRouter.
            reasoning_content: z.unknown().optional(),
            reasoning: z.unknown().optional(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
})

/** A completion that came whole. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string(),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
})

/** Reads the chunks of a streamed answer of Chat Completions. */
export function createChatReader(): StreamReader {
  let reason: StopReason | null = null
  let hasRefusal = false
  let counted = ''
  /** Some servers repeat their figures with every piece, those that say nothing included. */
  const count = (usage: unknown): readonly CompletionEvent[] => {
    const report = readUsage(usage)
    const figures = JSON.stringify(report)
    if (report === undefined || figures === counted) return []
    counted = figures
    return [{ kind: 'usage', usage: report }]
  }
  return {
    read: (piece) => {
      const { choices, usage, error } = chunkSchema.parse(piece)
      if (error !== undefined && error !== null) throw new ReportedError(error)
      const choice = choices?.[0]
      const { content, refusal, reasoning_content: thought, reasoning } = choice?.delta ?? {}
      const isEnd = Boolean(choice?.finish_reason) && reason === null
      if (refusal) hasRefusal = true
      if (choice?.finish_reason) reason = toStopReason(choice.finish_reason)
      const text: readonly CompletionEvent[] = content ? [{ kind: 'text', text: content }] : []
      const events = [...text, ...count(usage)]
      const isSilent = [refusal, thought, reasoning].every((said) => typeof said !== 'string' || said === '')
      return events.length === 0 && isSilent && !isEnd ? null : events
    },
    readWhole: (answer) => {
      const parsed = completionSchema.safeParse(answer)
      const choice = parsed.data?.choices[0]
      if (choice === undefined) return null
      const { content, refusal } = choice.message
      if (refusal) hasRefusal = true
      reason = toStopReason(choice.finish_reason)
      return [...(content ? [{ kind: 'text' as const, text: content }] : []), ...count(parsed.data?.usage)]
    },
    stop: () => (reason !== null && hasRefusal ? 'refused' : reason),
    // The usage may follow the end of the answer, in a chunk of its own.
    isDone: () => false,
  }
}

function toStopReason(reason: string): StopReason {
  if (reason === 'length') return 'max-tokens'
  if (reason === 'error')
    throw new ReportedError({ type: 'server_error', message: 'The answer ended with an error.' })
  return reason === 'content_filter' ? 'refused' : 'finished'
}
