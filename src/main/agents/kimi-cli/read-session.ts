import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown, omitZero, toNumberOrNull, toTextOrNull } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { compactionKey, type LoggedEvent, type Step } from './events.ts'
import type { Chapter, Said } from './generations.ts'
import { readKimiMessage, classifyReplacement } from './messages.ts'

/** Plays a session: each answer is a request that sent what stood there before. The log of events adds times and usage. */
export function readSession(
  chapters: readonly Chapter[],
  events: readonly LoggedEvent[],
  model: string | null,
): BuiltSession {
  const session = createSessionBuilder()
  const log = createLog(session, { chapters, events, model })
  const known = new Map<Said, Entry | null>()
  const findEntries = (all: readonly Said[]): Entry[] => all.flatMap((one) => known.get(one) ?? [])
  let history: Entry[] = []
  const add = (one: Said): void => {
    const event = log.reach(one, history)
    const entry = buildEntry(one, log.findTime(one), null)
    known.set(one, entry)
    const own = entry === null ? [] : [entry]
    if (one.value['role'] === 'assistant') session.request(buildRequestUsage(one, event, model), history, own)
    append(history, own)
  }
  for (const [at, { kept, replacement, tail, added, ...sizes }] of chapters.entries()) {
    if (replacement !== null) {
      const event = log.reach(replacement, history)
      const condenseId = `${classifyReplacement(replacement.value) ?? compactionKey}-${at}`
      for (const one of [...kept, replacement])
        if (!known.has(one))
          known.set(one, buildEntry(one, event?.ts ?? null, one === replacement ? condenseId : null))
      const after = findEntries([...kept, replacement, ...tail])
      session.condensation(buildCondensationRecord(replacement, condenseId, { event, sizes }), history, after)
      history = after
    } else if (at > 0) {
      // What was said last may never have been sent.
      session.aside(history)
      history = findEntries(kept)
    }
    for (const one of added) add(one)
  }
  log.end(history)
  return session.finish(history)
}

function buildCondensationRecord(
  replacement: Said,
  condenseId: string,
  { event, sizes }: { event: LoggedEvent | null; sizes: Pick<Chapter, 'tokensBefore' | 'tokensAfter'> },
): RecordedCondensation {
  const ts = event?.ts ?? null
  const { tokensBefore, tokensAfter } = sizes
  const isSentBack = classifyReplacement(replacement.value) === 'd-mail'
  return {
    kind: 'summary',
    condenseId,
    ...(ts === null ? {} : { ts }),
    ...(isSentBack ? { trigger: 'd-mail' } : {}),
    ...(isSentBack || tokensBefore === null ? {} : { tokensBefore }),
    ...(isSentBack || tokensAfter === null ? {} : { tokensAfter }),
  }
}

function buildEntry({ value, line }: Said, ts: number | null, condenseId: string | null): Entry | null {
  const message = readKimiMessage(value)
  if (message === null) return null
  const marks: Partial<Message> = {
    ...(ts === null ? {} : { ts }),
    ...(line === null ? {} : { origin: { line } }),
    ...(condenseId === null ? {} : { isSummary: true, condenseId }),
  }
  return { message: { ...message, ...marks } }
}

type Known = Readonly<{
  chapters: readonly Chapter[]
  events: readonly LoggedEvent[]
  model: string | null
}>

type Log = Readonly<{
  /** Goes on to the event of a message; calls on the way that were broken off are requests without an answer. */
  reach(one: Said, history: readonly Entry[]): LoggedEvent | null
  /** When a message came, which for a result the call before tells. */
  findTime(one: Said): number | null
  /** What was broken off behind the last message. */
  end(history: readonly Entry[]): void
}>

function createLog(session: SessionBuilder, { chapters, events, model }: Known): Log {
  const places = matchEventPlaces(chapters, events)
  let at = 0
  let step: Step | null = null
  const goTo = (place: number, history: readonly Entry[]): void => {
    for (const event of events.slice(at, place))
      if (event.step?.isInterrupted === true && toNumberOrNull(event.step.usage['output']) !== null)
        session.request({ ...readLoggedUsage(event, event.step, model), cancelled: true }, history, [])
    at = place + 1
  }
  const findEvent = (one: Said): LoggedEvent | null => events[places.get(one) ?? -1] ?? null
  return {
    reach: (one, history) => {
      const event = findEvent(one)
      if (one.value['role'] === 'assistant') step = event?.step ?? null
      if (event !== null) goTo(places.get(one) ?? at, history)
      return event
    },
    findTime: (one) =>
      one.value['role'] === 'tool'
        ? (step?.results.get(toTextOrNull(one.value['tool_call_id']) ?? '') ?? null)
        : (findEvent(one)?.ts ?? null),
    end: (history) => goTo(events.length, history),
  }
}

/** Finds the events of messages from the last to the first: a log may begin later than its session, and ends with it. */
function matchEventPlaces(
  chapters: readonly Chapter[],
  events: readonly LoggedEvent[],
): ReadonlyMap<Said, number> {
  const byKey = new Map<string, number[]>()
  for (const [place, { key }] of events.entries()) {
    const same = byKey.get(key)
    if (same === undefined) byKey.set(key, [place])
    else same.push(place)
  }
  const found = new Map<Said, number>()
  let end = events.length
  const inOrder = chapters.flatMap(({ replacement, added }) => [
    ...(replacement === null ? [] : [replacement]),
    ...added,
  ])
  for (const one of inOrder.toReversed()) {
    const places = byKey.get(classifyReplacement(one.value) === 'compaction' ? compactionKey : one.key) ?? []
    while ((places.at(-1) ?? -1) >= end) places.pop()
    const place = places.at(-1)
    if (place === undefined) continue
    found.set(one, place)
    end = place
  }
  return found
}

/** What the log says of an answer, else what the sizes around it do. */
function buildRequestUsage(one: Said, event: LoggedEvent | null, model: string | null): RequestUsage {
  const step = event?.step ?? null
  if (event !== null && step !== null && toNumberOrNull(step.usage['output']) !== null)
    return readLoggedUsage(event, step, model)
  const { tokensBefore: input, tokensAfter: total } = one
  return omitUnknown({
    ts: event?.ts,
    modelId: model,
    tokensIn: input,
    tokensOut: input === null || total === null || total < input ? null : total - input,
  })
}

function readLoggedUsage({ ts }: LoggedEvent, step: Step, model: string | null): RequestUsage {
  const readFigure = (name: string): number | null => toNumberOrNull(step.usage[name])
  const tokensIn = readFigure('input_other')
  return omitUnknown({
    ts,
    modelId: model,
    tokensIn,
    isCacheApart: tokensIn === null ? null : true,
    tokensOut: readFigure('output'),
    cacheReads: readFigure('input_cache_read'),
    cacheWrites: readFigure('input_cache_creation'),
    callId: step.callId,
    retries: omitZero(step.retries),
  })
}
