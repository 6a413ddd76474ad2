import type { RecordedCondensation, RequestUsage } from '../../../shared/domain/usage.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { textOf, type SessionEvent } from './events.ts'
import { messageOf, summaryMessage } from './messages.ts'
import { callOf, usageOf, usagesOf } from './usage.ts'

/** Reads the events of a session in their order: each model call is a request, each compaction that succeeded a condensation. */
export function readCopilotSession(events: readonly SessionEvent[]): BuiltSession {
  const session = createSessionBuilder()
  const replay = createReplay(session, events)
  for (const event of events) replay.add(event)
  return session.finish(replay.history())
}

type EventEntry = Entry & { readonly event: SessionEvent }

/** The history as events add to it and take from it. */
function createReplay(session: SessionBuilder, events: readonly SessionEvent[]) {
  const usages = usagesOf(events)
  const answers = answersByCall(events)
  const asked = new Set<string>()
  let history: readonly EventEntry[] = []
  let model: string | null = null
  /** What a compaction that is under way stands for: the session goes on meanwhile. */
  let compacted: readonly EventEntry[] | null = null
  let turn: SessionEvent | null = null
  const request = (event: SessionEvent): void => {
    const call = callOf(event)
    if (asked.has(call)) return
    asked.add(call)
    const own = textOf(event.data['model']) ?? model
    const usage = { ...timeOf(event), ...(own === null ? {} : { modelId: own }), ...usages.get(call) }
    session.request(usage, history, answers.get(call) ?? [])
  }
  const fail = (outcome: RequestUsage): void => {
    if (turn === null) return
    session.request(
      { ...timeOf(turn), ...(model === null ? {} : { modelId: model }), ...outcome },
      history,
      [],
    )
    turn = null
  }
  const put = (record: RecordedCondensation, next: readonly EventEntry[]): void => {
    session.condensation(record, history, next)
    history = next
  }
  const push = (event: SessionEvent): void => {
    const answer = answers.get(callOf(event))?.find((one) => one.event === event)
    const message = answer?.message ?? messageOf(event)
    // Nothing was said, and nothing is sent.
    if (message === null || message.content.length === 0 || isRepeated(message, history.at(-1))) return
    history = [...history, answer ?? { event, message }]
  }
  const add = (event: SessionEvent): void => {
    const { type, data } = event
    if (type === 'assistant.turn_start') turn = event
    if (type === 'assistant.turn_end') turn = null
    if (type === 'session.start' || type === 'session.resume') model = textOf(data['selectedModel']) ?? model
    if (type === 'session.model_change') model = textOf(data['newModel']) ?? model
    if (type === 'session.compaction_start') compacted = history
    if (type === 'session.compaction_complete') {
      const gone = new Set(compacted ?? history)
      compacted = null
      if (data['success'] !== true) return
      const summary = { event, message: summaryMessage(event) }
      put(condensationOf(event), [summary, ...history.filter((entry) => !gone.has(entry))])
    }
    if (type === 'session.truncation') put(truncationOf(event), history.slice(removedBy(event)))
    if (type === 'session.context_cleared') history = []
    if (type === 'session.snapshot_rewind') {
      const place = history.findIndex((entry) => entry.event.id === data['upToEventId'])
      if (place !== -1) history = history.slice(0, place)
    }
    if (type === 'abort') fail({ cancelled: true })
    if (type === 'session.error') fail({ failureText: textOf(data['message']) ?? 'an error' })
    if (type === 'assistant.message') {
      request(event)
      turn = null
    }
    push(event)
  }
  return {
    history: () => history,
    add: (event: SessionEvent): void => {
      if (event.isOwn) add(event)
    },
  }
}

/** Answers of each model call, of which there are several where it thought in between. */
function answersByCall(events: readonly SessionEvent[]): ReadonlyMap<string, readonly EventEntry[]> {
  const answers = events.flatMap((event) => {
    const message = event.type === 'assistant.message' && event.isOwn ? messageOf(event) : null
    return message === null ? [] : [{ event, message }]
  })
  return Map.groupBy(answers, ({ event }) => callOf(event))
}

/** A reminder is recorded once as it is sent and once as it is shown. */
function isRepeated({ role, content, isBoilerplate }: Message, last: EventEntry | undefined): boolean {
  if (last === undefined || role !== 'user' || isBoilerplate !== true) return false
  return (
    last.message['isBoilerplate'] === true && JSON.stringify(last.message.content) === JSON.stringify(content)
  )
}

function timeOf({ ts }: SessionEvent): Pick<RequestUsage, 'ts'> {
  return ts === null ? {} : { ts }
}

function condensationOf(event: SessionEvent): RecordedCondensation {
  const { trigger, preCompactionTokens, postCompactionTokens, compactionTokensUsed } = event.data
  const usage = usageOf(compactionTokensUsed)
  const word = textOf(trigger)
  return {
    ...timeOf(event),
    kind: 'summary',
    ...(word === null ? {} : { trigger: word }),
    ...sizes(preCompactionTokens, postCompactionTokens),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    condenseId: event.id,
  }
}

function truncationOf(event: SessionEvent): RecordedCondensation {
  const { preTruncationTokensInMessages: before, postTruncationTokensInMessages: after } = event.data
  return { ...timeOf(event), kind: 'truncation', ...sizes(before, after) }
}

/** Nobody records which messages went; the oldest do. */
function removedBy({ data }: SessionEvent): number {
  const removed = data['messagesRemovedDuringTruncation']
  return typeof removed === 'number' && removed > 0 ? Math.floor(removed) : 0
}

function sizes(before: unknown, after: unknown): Pick<RecordedCondensation, 'tokensBefore' | 'tokensAfter'> {
  return {
    ...(typeof before === 'number' && before >= 0 ? { tokensBefore: before } : {}),
    ...(typeof after === 'number' && after >= 0 ? { tokensAfter: after } : {}),
  }
}
