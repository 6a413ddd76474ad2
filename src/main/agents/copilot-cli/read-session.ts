import { z } from 'zod'
import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord, omitUnknown, omitZero, toTextOrNull } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { perhaps } from '../usage/figures.ts'
import type { SessionEvent } from './events.ts'
import { readEventMessage, buildSummaryMessage } from './messages.ts'

const usageSchema = z.object({
  inputTokens: perhaps,
  outputTokens: perhaps,
  cacheReadTokens: perhaps,
  cacheWriteTokens: perhaps,
  reasoningTokens: perhaps,
})

/**
 * Reads the events of a session, or of one of its subagents, in their order: each model call is a request, each compaction
 * that succeeded a condensation.
 */
export function readCopilotSession(all: readonly SessionEvent[], agent: string | null): BuiltSession {
  const events = all.filter((event) => event.agent === agent)
  const session = createSessionBuilder()
  const answers = groupAnswersByCall(events)
  const requests = createRequests(session, answers, collectUsages(all))
  let history: EventEntry[] = []
  /** What a compaction that is under way stands for: the session goes on meanwhile. */
  let compacted: readonly EventEntry[] | null = null
  /** Tokens that are sent beside the history, as the start of a compaction has them. */
  let overhead = 0
  let agentVersion: string | null = null
  for (const event of events) {
    requests.add(event, history)
    if (event.type === 'session.compaction_start') {
      compacted = [...history]
      overhead = sumOverhead(event)
    }
    if (event.type === 'session.start')
      agentVersion = toTextOrNull(event.data['copilotVersion']) ?? agentVersion
    const change = changeBy(event, history, { compacted: compacted ?? history, overhead, agentVersion })
    if (event.type === 'session.compaction_complete') compacted = null
    if (change === null) {
      const answer = answers.get(readCallId(event))?.find((one) => one.event === event)
      append(history, buildEventEntries(event, answer ?? null, history.at(-1)))
      continue
    }
    if (change.record !== null) session.condensation(change.record, history, change.history)
    history = change.history
  }
  return session.finish(history)
}

type EventEntry = Entry & { readonly event: SessionEvent }

/** Tells the session of model calls, and of those that gave no answer. */
function createRequests(
  session: SessionBuilder,
  answers: ReadonlyMap<string, readonly EventEntry[]>,
  usages: ReadonlyMap<string, RequestUsage>,
) {
  const asked = new Set<string>()
  let model: string | null = null
  let turn: SessionEvent | null = null
  const readRequestFacts = (event: SessionEvent): RequestUsage => {
    const own = toTextOrNull(event.data['model']) ?? model
    return { ...readTime(event), ...(own === null ? {} : { modelId: own }) }
  }
  return {
    add: (event: SessionEvent, history: readonly EventEntry[]): void => {
      const { type, data } = event
      model = toTextOrNull(data['newModel']) ?? toTextOrNull(data['selectedModel']) ?? model
      const outcome = readFailedOutcome(event)
      if (outcome !== undefined && turn !== null)
        session.request({ ...readRequestFacts(turn), ...outcome }, history, [])
      const call = readCallId(event)
      if (type === 'assistant.message' && !asked.has(call)) {
        asked.add(call)
        session.request(
          { ...readRequestFacts(event), callId: call, ...usages.get(call) },
          history,
          answers.get(call) ?? [],
        )
      }
      if (type === 'assistant.turn_start') turn = event
      else if (outcome !== undefined || ['assistant.message', 'assistant.turn_end'].includes(type))
        turn = null
    },
  }
}

/** How a call ended that gave no answer; undefined for an event that ends none. */
function readFailedOutcome({ type, data }: SessionEvent): RequestUsage | undefined {
  if (type === 'abort') return { cancelled: true }
  return type === 'session.error' ? { failureText: toTextOrNull(data['message']) ?? 'an error' } : undefined
}

type Change = { readonly record: RecordedCondensation | null; readonly history: EventEntry[] }

/** What an event takes from the history; null where it takes nothing. */
function changeBy(
  event: SessionEvent,
  history: readonly EventEntry[],
  {
    compacted,
    ...around
  }: {
    readonly compacted: readonly EventEntry[]
    readonly overhead: number
    readonly agentVersion: string | null
  },
): Change | null {
  switch (event.type) {
    case 'session.compaction_complete': {
      if (event.data['success'] !== true) return null
      const gone = new Set(compacted)
      const summary = { event, message: buildSummaryMessage(event) }
      return {
        record: buildCondensation(event, around),
        history: [summary, ...history.filter((entry) => !gone.has(entry))],
      }
    }
    case 'session.truncation':
      return { record: buildTruncation(event), history: history.slice(countRemovedMessages(event)) }
    case 'session.context_cleared':
      return { record: null, history: [] }
    case 'session.snapshot_rewind': {
      const place = history.findIndex((entry) => entry.event.id === event.data['upToEventId'])
      return place === -1 ? null : { record: null, history: history.slice(0, place) }
    }
    default:
      return null
  }
}

/** What an event adds to the history, of which `last` is the last entry. */
function buildEventEntries(
  event: SessionEvent,
  answer: EventEntry | null,
  last: EventEntry | undefined,
): readonly EventEntry[] {
  const message = answer?.message ?? readEventMessage(event)
  // Where nothing was said nothing is sent.
  if (message === null || message.content.length === 0 || isRepeated(message, last)) return []
  return [answer ?? { event, message }]
}

/** Answers of each model call, of which there are several where it thought in between. */
function groupAnswersByCall(events: readonly SessionEvent[]): ReadonlyMap<string, readonly EventEntry[]> {
  const answers = events.flatMap((event) => {
    const message = event.type === 'assistant.message' ? readEventMessage(event) : null
    return message === null ? [] : [{ event, message }]
  })
  return Map.groupBy(answers, ({ event }) => readCallId(event))
}

/** A reminder is recorded once as it is sent and once as it is shown. */
function isRepeated({ role, content, isBoilerplate }: Message, last: EventEntry | undefined): boolean {
  if (last === undefined || role !== 'user' || isBoilerplate !== true) return false
  return (
    last.message['isBoilerplate'] === true && JSON.stringify(last.message.content) === JSON.stringify(content)
  )
}

function readTime({ ts }: SessionEvent): Pick<RequestUsage, 'ts'> {
  return ts === null ? {} : { ts }
}

function sumOverhead({ data }: SessionEvent): number {
  const { systemTokens: system, toolDefinitionsTokens: tools } = data
  return (typeof system === 'number' ? system : 0) + (typeof tools === 'number' ? tools : 0)
}

/** What is less than is sent beside the history is the size of the history alone. */
function addOverhead(tokens: unknown, overhead: number): unknown {
  return typeof tokens === 'number' && tokens >= 0 && tokens < overhead ? tokens + overhead : tokens
}

function buildCondensation(
  event: SessionEvent,
  { overhead, agentVersion }: { readonly overhead: number; readonly agentVersion: string | null },
): RecordedCondensation {
  const { trigger, preCompactionTokens, postCompactionTokens, compactionTokensUsed } = event.data
  const usage = readUsage(compactionTokensUsed)
  const word = toTextOrNull(trigger)
  return {
    ...readTime(event),
    kind: 'summary',
    ...(word === null ? {} : { trigger: word }),
    ...(agentVersion === null ? {} : { agentVersion }),
    ...readSizes(addOverhead(preCompactionTokens, overhead), addOverhead(postCompactionTokens, overhead)),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    condenseId: event.id,
  }
}

function buildTruncation(event: SessionEvent): RecordedCondensation {
  const { preTruncationTokensInMessages: before, postTruncationTokensInMessages: after } = event.data
  return { ...readTime(event), kind: 'truncation', ...readSizes(before, after) }
}

/** Nobody records which messages went; the oldest do. */
function countRemovedMessages({ data }: SessionEvent): number {
  const removed = data['messagesRemovedDuringTruncation']
  return typeof removed === 'number' && removed > 0 ? Math.floor(removed) : 0
}

function readSizes(
  before: unknown,
  after: unknown,
): Pick<RecordedCondensation, 'tokensBefore' | 'tokensAfter'> {
  return {
    ...(typeof before === 'number' && before >= 0 ? { tokensBefore: before } : {}),
    ...(typeof after === 'number' && after >= 0 ? { tokensAfter: after } : {}),
  }
}

/** Usage as the agent counts it: input has the cached tokens. Nothing where it has no figures. */
function readUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage?.inputTokens === undefined) return {}
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens = 0 } = usage
  return {
    tokensIn: Math.max(0, inputTokens - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0)),
    ...omitUnknown({
      tokensOut: outputTokens,
      cacheReads: cacheReadTokens,
      cacheWrites: cacheWriteTokens,
      reasoningTokens: omitZero(reasoningTokens),
    }),
    isCacheApart: true,
  }
}

/**
 * The usage of each model call by its id. Answers have their output alone; more is known where calls were recorded too, and of
 * the one call of a model where the session ended with its totals.
 */
function collectUsages(events: readonly SessionEvent[]): ReadonlyMap<string, RequestUsage> {
  const usages = new Map<string, RequestUsage>()
  const answers = events.filter(({ type }) => type === 'assistant.message')
  for (const event of answers) {
    const { outputTokens } = usageSchema.safeParse(event.data).data ?? {}
    const known = usages.get(readCallId(event))?.tokensOut
    if (outputTokens !== undefined)
      usages.set(readCallId(event), { tokensOut: Math.max(known ?? 0, outputTokens) })
  }
  for (const [model, total] of readShutdownTotals(events)) {
    const calls = new Set(answers.filter(({ data }) => data['model'] === model).map(readCallId))
    const [only] = calls
    if (calls.size === 1 && only !== undefined) usages.set(only, { ...usages.get(only), ...total })
  }
  for (const { type, data } of events) {
    const call = toTextOrNull(data['apiCallId'])
    if (type === 'assistant.usage' && call !== null)
      usages.set(call, { ...usages.get(call), ...readUsage(data) })
  }
  return usages
}

/** What the last shutdown says of each model, if it was asked no more often than once. */
function readShutdownTotals(events: readonly SessionEvent[]): readonly (readonly [string, RequestUsage])[] {
  const metrics = events.findLast(({ type }) => type === 'session.shutdown')?.data['modelMetrics']
  if (!isRecord(metrics)) return []
  return Object.entries(metrics).flatMap(([model, metric]) => {
    const requests = isRecord(metric) ? metric['requests'] : null
    const isOne = isRecord(requests) && requests['count'] === 1
    return isRecord(metric) && isOne ? [[model, readUsage(metric['usage'])] as const] : []
  })
}

/** The model call that an answer came from; parts of one answer share it. */
function readCallId({ id, data }: SessionEvent): string {
  return toTextOrNull(data['apiCallId']) ?? id
}
