import { z } from 'zod'
import type { CompletionEvent } from '../../../kernel/language-model.ts'
import { ReportedError } from '../failures/server-error.ts'
import type { StopReason, StreamReader } from '../wire/run-call.ts'
import { readUsage } from './read-usage.ts'

const textSchema = z.object({ type: z.literal('response.output_text.delta'), delta: z.string() })
const thinkingSchema = z.object({
  type: z.enum(['response.reasoning_text.delta', 'response.reasoning_summary_text.delta']),
  delta: z.string().min(1),
})
const refusalSchema = z.object({ type: z.enum(['response.refusal.delta', 'response.refusal.done']) })
const endSchema = z.object({
  type: z.enum(['response.completed', 'response.incomplete', 'response.failed']),
  response: z.object({
    usage: z.unknown().optional(),
    error: z.unknown().optional(),
    incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  }),
})
/** A response that came whole. */
const wholeSchema = z.object({
  object: z.literal('response'),
  status: z.enum(['completed', 'incomplete', 'failed']),
  output: z.array(
    z.object({
      content: z.array(z.object({ type: z.string(), text: z.string().optional() })).optional(),
    }),
  ),
  ...endSchema.shape.response.shape,
})
const errorSchema = z.object({ type: z.literal('error'), code: z.unknown(), message: z.unknown() })
/** Progress, and kinds that are not invented yet say nothing to us. */
const otherSchema = z.object({ type: z.string() })
const pieceSchema = z.union([textSchema, thinkingSchema, refusalSchema, endSchema, errorSchema, otherSchema])

/** Reads the events of a streamed answer of the Responses interface. */
export function createResponseReader(): StreamReader {
  let reason: StopReason | null = null
  let hasRefusal = false
  let failure: ReportedError | null = null
  const readEnd = ({ type, response }: z.infer<typeof endSchema>): readonly CompletionEvent[] => {
    if (type === 'response.failed') failure = new ReportedError(response.error ?? { type: 'server_error' })
    else reason = hasRefusal ? 'refused' : toStopReason(response.incomplete_details?.reason)
    const usage = readUsage(response.usage)
    return usage === undefined ? [] : [{ kind: 'usage', usage }]
  }
  return {
    read: (piece) => {
      const event = pieceSchema.parse(piece)
      if ('message' in event) throw new ReportedError({ code: event.code, message: event.message })
      if ('response' in event) return readEnd(event)
      if (event.type === 'response.refusal.delta' || event.type === 'response.refusal.done') {
        hasRefusal = true
        return []
      }
      if (!('delta' in event) || event.delta === '') return null
      return event.type === 'response.output_text.delta' ? [{ kind: 'text', text: event.delta }] : []
    },
    readWhole: (answer) => {
      const parsed = wholeSchema.safeParse(answer)
      if (!parsed.success) return null
      const { status, output, ...response } = parsed.data
      const contents = output.flatMap(({ content = [] }) => content)
      if (contents.some(({ type }) => type === 'refusal')) hasRefusal = true
      const text = contents
        .map((content) => (content.type === 'output_text' ? (content.text ?? '') : ''))
        .join('')
      const events = readEnd({ type: `response.${status}`, response })
      return text === '' ? events : [{ kind: 'text', text }, ...events]
    },
    stop: () => reason,
    failure: () => failure,
    isDone: () => reason !== null || failure !== null,
  }
}

function toStopReason(reason: string | null | undefined): StopReason {
  if (reason === 'content_filter') return 'refused'
  return reason === null || reason === undefined ? 'finished' : 'max-tokens'
}
