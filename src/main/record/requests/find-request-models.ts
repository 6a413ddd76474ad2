import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { Evidence } from '../evidence.ts'
import type { RecordPlaces } from './create-record-places.ts'
import type { MatchedRequest, RequestMatches, UnmatchedRequest } from './match-requests.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

/**
 * For each recorded request the model that it went to: the one that it names, or that the environment before it tells,
 * by its answer or by its time. Requests of which nothing tells went to the model of the request before them, the first
 * ones to that of the next. Unknown where none is known at all, and where a condensation deleted what would tell.
 */
export function findRequestModels(
  messages: readonly Message[],
  usage: RecordedUsage,
  { matched, unmatched }: RequestMatches,
): readonly RequestModel[] {
  const condensedAway = new Map(
    findCondensedAwayModels(messages, usage, unmatched).map(({ requestIndex, model }) => [
      requestIndex,
      model,
    ]),
  )
  const byMatch = new Map(matched.map(({ requestIndex, model }) => [requestIndex, model]))
  const named = messages.flatMap((message) => {
    const { model } = readSurroundings(message)
    return model === null || message.ts == null ? [] : [{ model, ts: message.ts }]
  })
  const findModelByTime = (ts: number | null | undefined): string | undefined =>
    ts == null ? undefined : named.findLast((one) => one.ts <= ts)?.model
  // Undefined where nothing tells, null where what would tell is gone.
  const environments = usage.requests.map(({ ts }, index) =>
    condensedAway.has(index)
      ? (condensedAway.get(index) ?? null)
      : (byMatch.get(index) ?? findModelByTime(ts)),
  )
  const known = usage.requests.map(({ modelId }, index) => modelId ?? environments[index])
  let last = known.find((model) => model !== undefined) ?? null
  return usage.requests.map(({ modelId }, index): RequestModel => {
    const environment = environments[index]
    last = known[index] === undefined ? last : (known[index] ?? null)
    if (modelId !== undefined) return { kind: 'recorded', value: modelId }
    if (last === null) return { kind: 'unknown', value: null, why: 'not-recorded' }
    return { kind: 'derived', value: last, from: environment == null ? 'neighbours' : 'environment' }
  })
}

export type RequestModel = Evidence<string, 'environment' | 'neighbours', 'not-recorded'>

/** The model of a request that names none and whose messages a condensation deleted. */
type CondensedAwayModel = {
  readonly requestIndex: number
  /** The message with the last environment before it that is left; the first of all where it is older than that. */
  readonly namedIn: number
  /** Null where it is not recorded: the environments on both sides of it name different ones. */
  readonly model: string | null
}

/**
 * What is left to tell of these requests: the question of an answer that was kept, else the environments on both sides,
 * as far as they agree. The model may have changed at any message that is gone, and the first message that is kept may
 * have been written before it did.
 */
function findCondensedAwayModels(
  messages: readonly Message[],
  { requests }: RecordedUsage,
  unmatched: readonly UnmatchedRequest[],
): readonly CondensedAwayModel[] {
  const named = messages.flatMap((message, index) => {
    const { model } = readSurroundings(message)
    return model === null || message.ts == null ? [] : [{ index, model, ts: message.ts }]
  })
  return unmatched.flatMap(({ requestIndex, reason, answerIndex }) => {
    const { ts, modelId } = requests[requestIndex] ?? {}
    if (reason !== 'condensed-away' || modelId !== undefined || ts == null) return []
    const place = Math.max(
      0,
      named.findLastIndex((one) => one.ts <= ts),
    )
    const before = named[place]
    if (before === undefined) return []
    const after = named[place + 1] ?? before
    const asked = named.find(({ index }) => index + 1 === answerIndex)?.model
    const agreed = before.model === after.model ? before.model : null
    return [{ requestIndex, namedIn: before.index, model: asked ?? agreed }]
  })
}

/** A model or mode, from a message of the file on. */
export type Segment = {
  readonly fromMessage: number
  /** Null where it is not recorded. */
  readonly value: string | null
}

type SurroundingsInput = {
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly matched: readonly MatchedRequest[]
  readonly unmatched: readonly UnmatchedRequest[]
  readonly places: RecordPlaces
}

/**
 * The models that a task was worked on with, one after the other: as its requests name them, those without an answer
 * too, and where none does, as its environments do, except those after which requests were condensed away of which
 * nobody knows the model. Empty where nothing tells of any.
 */
export function buildModelSegments(input: SurroundingsInput): readonly Segment[] {
  const named = input.usage.requests.flatMap(({ modelId }, index) =>
    modelId === undefined ? [] : [{ fromMessage: input.places.ofRequest(index), value: modelId }],
  )
  return mergeSightings(
    named.length > 0 ? named : buildEnvironmentSegments(input, 'model', findForgottenMessages(input)),
  )
}

/** The modes of a task, as its environments name them. */
export function buildModeSegments(input: SurroundingsInput): readonly Segment[] {
  return mergeSightings(buildEnvironmentSegments(input, 'mode'))
}

/** Messages whose environment names a model that requests after it need not have had. */
function findForgottenMessages({ messages, usage, unmatched }: SurroundingsInput): ReadonlySet<number> {
  const gone = findCondensedAwayModels(messages, usage, unmatched)
  return new Set(gone.flatMap(({ namedIn, model }) => (model === null ? [namedIn] : [])))
}

/** What an environment says begins with the answer to it; where no request is known to have one, with itself. */
function buildEnvironmentSegments(
  { messages, matched }: SurroundingsInput,
  kind: keyof Surroundings,
  forgotten: ReadonlySet<number> = new Set(),
): readonly Segment[] {
  const named = messages.flatMap((message, index) => {
    const value = readSurroundings(message)[kind]
    return value === null ? [] : [{ index, value }]
  })
  let at = 0
  return named.map(({ index, value }, place) => {
    while ((matched[at]?.answerIndex ?? Infinity) <= index) at += 1
    const answer = matched[at]?.answerIndex ?? Infinity
    const isAnswered = answer < (named[place + 1]?.index ?? messages.length)
    return { fromMessage: isAnswered ? answer : index, value: forgotten.has(index) ? null : value }
  })
}

/** Before the first one, nothing tells of another. */
function mergeSightings(sightings: readonly Segment[]): readonly Segment[] {
  return sightings
    .filter(({ value }, index) => value !== sightings[index - 1]?.value)
    .map((segment, index) => (index === 0 ? { ...segment, fromMessage: 0 } : segment))
}
