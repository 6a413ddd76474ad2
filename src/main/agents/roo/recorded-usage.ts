import { z } from 'zod'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import type {
  RecordedCondensation,
  RecordedTruncation,
  RecordedUsage,
  RequestUsage,
} from '../../../shared/kernel/usage.ts'
import { isRecord } from '../json/fields.ts'
import { findClockSteps, type FoundClockStep } from './find-clock-steps.ts'

/** More tokens than any model takes, and more dollars than any request costs: what is above is no figure. */
const most = { tokens: 1e9, usd: 1e6 }
/** The last time that a date can name, in milliseconds; nothing was recorded at the first one, 0. */
const lastMoment = 8.64e15

/** A figure that was recorded wrongly counts as not recorded. */
const tokens = z.number().nonnegative().max(most.tokens).transform(Math.round).optional().catch(undefined)
const usd = z.number().nonnegative().max(most.usd).optional().catch(undefined)
const moment = z.number().positive().max(lastMoment).optional().catch(undefined)
const label = z.string().optional().catch(undefined)

const requestSchema = z.object({
  tokensIn: tokens,
  tokensOut: tokens,
  cacheWrites: tokens,
  cacheReads: tokens,
  cost: usd,
  apiProtocol: label,
  cancelReason: label,
  streamingFailedMessage: label,
})

const condenseSchema = z.object({
  prevContextTokens: tokens,
  newContextTokens: tokens,
  cost: usd,
  condenseId: label,
})
const truncationSchema = z.object({
  prevContextTokens: tokens,
  newContextTokens: tokens,
  messagesRemoved: tokens,
  truncationId: label,
})

const lineSchema = z.object({
  ts: moment,
  say: label,
  text: label,
  partial: z.boolean().optional().catch(undefined),
  contextCondense: condenseSchema.optional().catch(undefined),
  contextTruncation: truncationSchema.optional().catch(undefined),
  conversationHistoryIndex: z.number().int().min(-1).optional().catch(undefined),
  modelInfo: z.object({ modelId: label }).optional().catch(undefined),
  conversationHistoryDeletedRange: z
    .tuple([z.number().int().min(0), z.number().int().min(0)])
    .optional()
    .catch(undefined),
})
type Line = z.infer<typeof lineSchema>

/** What any line of the chat window has, and nothing else that agents write. */
const chatSignSchema = z.union([
  z.object({ say: z.string() }),
  z.object({ ask: z.string() }),
  z.object({ type: z.enum(['say', 'ask']) }),
])

/** What the chat window recorded of a task: usage, and the messages that Cline hides from its model. */
export type ChatRecord = Readonly<{
  usage: RecordedUsage
  deletedRange: readonly [number, number] | null
  lastTs: number | null
  /** What the person asked for, where the record begins with it. */
  request: string | null
}>

function withoutAbsent<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Leaving out what is undefined is exactly what the result type says.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

function parseRequest(line: Line): { readonly request: RequestUsage; readonly refused: number } | null {
  let value: unknown
  try {
    value = parseJson(line.text ?? '{}')
  } catch {
    return null
  }
  const parsed = requestSchema.safeParse(value)
  if (!parsed.success) return null
  const { cost, cancelReason, streamingFailedMessage, ...figures } = parsed.data
  const isCancelled = cancelReason !== undefined || streamingFailedMessage !== undefined
  const refused = countRefusedFigures(value, parsed.data)
  const request = withoutAbsent({
    ts: line.ts,
    ...figures,
    costUsd: cost,
    cancelled: isCancelled ? true : undefined,
    failureText: streamingFailedMessage?.trim().slice(0, 1000) || undefined,
    modelId: line.modelInfo?.modelId,
    historyIndex: line.conversationHistoryIndex,
  })
  return { request, refused }
}

/** How many figures are there and are none. */
function countRefusedFigures(value: unknown, parsed: z.infer<typeof requestSchema>): number {
  const recorded = new Map(Object.entries(value ?? {}))
  const figures = ['tokensIn', 'tokensOut', 'cacheWrites', 'cacheReads', 'cost'] as const
  return figures.filter((name) => recorded.get(name) != null && parsed[name] === undefined).length
}

function toCondensation(line: Line): RecordedCondensation {
  const { prevContextTokens, newContextTokens, cost, condenseId } = line.contextCondense ?? {}
  return withoutAbsent({
    ts: line.ts,
    tokensBefore: prevContextTokens,
    tokensAfter: newContextTokens,
    costUsd: cost,
    condenseId,
  })
}

function toTruncation({ ts, contextTruncation = {} }: Line): RecordedTruncation {
  const { prevContextTokens, newContextTokens, ...rest } = contextTruncation
  return withoutAbsent({ ts, tokensBefore: prevContextTokens, tokensAfter: newContextTokens, ...rest })
}

/** Lines that say that the request before them was sent once more. */
const retryLines = new Set(['api_req_retried', 'api_req_retry_delayed', 'error_retry'])

/** Lines that name what other requests cost, as one sum: those that a return to a checkpoint took back, and subagents'. */
const sumLines = new Set(['deleted_api_reqs', 'api_req_deleted', 'subagent_usage'])

/**
 * The lines in the order of their times; one without a time stays behind the one before it. Before a step of the clock,
 * times count as earlier by as much.
 */
function sortLines(lines: readonly (Line | null)[], steps: readonly FoundClockStep[]): readonly Line[] {
  let latest = Number.MIN_SAFE_INTEGER
  const timed = lines.flatMap((line, place) => {
    if (line === null) return []
    if (line.ts === undefined) return [{ line, at: latest }]
    latest = steps.reduce((ts, step) => ts - (place < step.line ? step.byMs : 0), line.ts)
    return [{ line: latest === line.ts ? line : { ...line, ts: latest }, at: latest }]
  })
  return timed.toSorted((one, other) => one.at - other.at).map(({ line }) => line)
}

/** A chat begins with the words of the person, as the window shows them; a record that begins otherwise is not whole. */
function readRequestText([first]: readonly (Line | null)[]): string | null {
  const { say, text } = first ?? {}
  return say === 'text' || say === 'task' ? (text ?? null) : null
}

/**
 * Reads the lines of `ui_messages.json`; `unreadable` counts requests whose own JSON was damaged, `strange` has the places
 * of elements that are no lines at all. `messageTimes` are those of the history beside it, which tell where the clock was
 * set back (`steps`), and where lines are in `disorder`.
 */
export function readChatRecord(
  values: readonly unknown[],
  messageTimes: readonly (number | null)[] = [],
): ChatRecord & {
  readonly unreadable: number
  readonly strange: readonly number[]
  readonly steps: readonly FoundClockStep[]
  readonly disorder: readonly number[]
} {
  const requests: RequestUsage[] = []
  const condensations: RecordedCondensation[] = []
  const truncations: RecordedTruncation[] = []
  let deletedRange: [number, number] | null = null
  let lastTs: number | null = null
  let unreadable = 0
  let refusedFigures = 0
  let subtasks = 0
  let apartUsd = 0
  const lines = values.map((value) => lineSchema.safeParse(value).data ?? null)
  const lineTimes = lines.map((line) => line?.ts ?? null)
  const { steps, disorder } = findClockSteps(lineTimes, messageTimes)
  for (const line of sortLines(lines, steps)) {
    if (line.ts !== undefined) lastTs = Math.max(lastTs ?? 0, line.ts)
    if (line.say === 'api_req_started') {
      const parsed = parseRequest(line)
      refusedFigures += parsed?.refused ?? 0
      if (parsed) requests.push(parsed.request)
      else unreadable += 1
    } else if (line.say === 'condense_context') {
      // While a condensation runs, the window shows a line without figures that the finished one replaces.
      if (line.contextCondense) condensations.push(toCondensation(line))
    } else if (line.say === 'sliding_window_truncation') {
      if (line.contextTruncation) truncations.push(toTruncation(line))
    } else if (line.say === 'subtask_result') subtasks += 1
    else if (line.say !== undefined && sumLines.has(line.say)) {
      apartUsd += parseRequest(line)?.request.costUsd ?? 0
    } else if (line.say !== undefined && retryLines.has(line.say)) {
      // Roo counts the seconds down in one line that is not yet finished.
      const last = requests.at(-1)
      if (last !== undefined && line.partial !== true)
        requests[requests.length - 1] = { ...last, retries: (last.retries ?? 0) + 1 }
    }
    if (line.conversationHistoryDeletedRange) {
      deletedRange = line.conversationHistoryDeletedRange
      // Cline hides messages once the request's own line is there.
      const last = requests.at(-1)
      if (last !== undefined) requests[requests.length - 1] = { ...last, deletedRange }
    }
  }
  const usage = {
    requests,
    condensations,
    ...(truncations.length > 0 ? { truncations } : {}),
    ...withoutNothing({ subtasks, unreadable, refusedFigures, apartUsd }),
    ...selectClockSteps(steps),
  }
  const strange = values.flatMap((value, place) => (chatSignSchema.safeParse(value).success ? [] : [place]))
  const request = readRequestText(lines)
  return { usage, deletedRange, lastTs, unreadable, strange, steps, disorder, request }
}

/** Sums that are there. */
function withoutNothing<T extends Readonly<Record<string, number>>>(sums: T): Partial<T> {
  // Leaving out some of its keys is exactly what the result type says.
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0)) as Partial<T>
}

/** Those that times of messages show too: without them there is nothing to set right. */
function selectClockSteps(steps: readonly FoundClockStep[]): Pick<RecordedUsage, 'clockSteps'> {
  const clockSteps = steps.flatMap(({ message, byMs }) => (message === null ? [] : [{ message, byMs }]))
  return clockSteps.length === 0 ? {} : { clockSteps }
}

const metricsSchema = z.looseObject({
  role: z.literal('assistant'),
  ts: moment,
  modelInfo: z.object({ id: label }).optional().catch(undefined),
  metrics: z.object({
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: tokens,
    cost: usd,
  }),
})

/** The usage that agents without a chat record (Cline's SDK) write on their messages. */
export function readMessageMetrics(messages: readonly unknown[]): RecordedUsage {
  const requests = messages.flatMap((message, index): readonly RequestUsage[] => {
    if (!isRecord(message) || !('metrics' in message)) return []
    const parsed = metricsSchema.safeParse(message)
    if (!parsed.success) return []
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, cost } = parsed.data.metrics
    return [
      withoutAbsent({
        ts: parsed.data.ts,
        tokensIn: inputTokens,
        tokensOut: outputTokens,
        cacheWrites: cacheWriteTokens,
        cacheReads: cacheReadTokens,
        costUsd: cost,
        modelId: parsed.data.modelInfo?.id,
        historyIndex: index - 1,
      }),
    ]
  })
  return { requests, condensations: [] }
}
