import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/domain/usage.ts'
import { surroundingsOf, type Surroundings } from './surroundings.ts'

/** A recorded request and the assistant message that answered it. */
export type MatchedRequest = Surroundings & {
  /** Index in `usage.requests`. */
  readonly requestIndex: number
  /** Index in `messages`: what stands before it is what the request could see. */
  readonly answerIndex: number
}

/** Why nothing can be said of what a request saw. */
export type UnmatchedReason =
  /** Nothing answers it before the next request: aborted, failed, or the message was deleted. */
  | 'no-answer'
  /** Neither times nor places say which message answered it. */
  | 'no-time'
  /** A condensation after it deleted what it saw. */
  | 'condensed-away'
  /** It was recorded with less input than its messages have: the agent sent something else than these. */
  | 'sent-less'

export type UnmatchedRequest = {
  readonly requestIndex: number
  readonly reason: UnmatchedReason
  /** Its answer, where that was kept and only what it saw is gone. */
  readonly answerIndex?: number
  /** A sentence for a person. */
  readonly text: string
}

export type RequestMatches = {
  /** In the order of the requests; answers ascend. */
  readonly matched: readonly MatchedRequest[]
  readonly unmatched: readonly UnmatchedRequest[]
}

/**
 * Finds for each recorded request the message that answered it: the first of the assistant that is not older, and not
 * younger than the next request. Files without times go by the place that the chat window recorded (`historyIndex`),
 * and where there is neither, by order if there are as many answers as requests. `fileIndices` says where `messages`
 * stand in the file, where they are not the whole of it.
 */
export function matchRequests(
  messages: readonly Message[],
  usage: RecordedUsage,
  fileIndices?: readonly number[],
): RequestMatches {
  const answers = answersOf(messages)
  const { requests } = usage
  const byTime = messages.some(({ ts }) => ts != null) && requests.some(({ ts }) => ts != null)
  const byPlace = !byTime && requests.some(({ historyIndex }) => historyIndex !== undefined)
  const answerOf = byTime
    ? matchByTime(requests, answers)
    : byPlace
      ? matchByPlace(requests, answers, fileIndices)
      : requests.map((_, index) =>
          answers.length === requests.length ? (answers[index]?.index ?? null) : null,
        )
  const lastCondensed = deletingCondensation(messages, usage)
  const matched: MatchedRequest[] = []
  const unmatched: UnmatchedRequest[] = []
  const around = surroundingsBefore(messages)
  requests.forEach((request, requestIndex) => {
    const answerIndex = answerOf[requestIndex] ?? null
    // A condensation that a request triggers has a later time than the request and an earlier one than its answer.
    const ts = answerIndex === null ? request.ts : (messages[answerIndex]?.ts ?? request.ts)
    if (lastCondensed !== null && ts != null && ts < lastCondensed)
      unmatched.push({
        ...unmatchedOf(requestIndex, 'condensed-away'),
        ...(answerIndex === null ? {} : { answerIndex }),
      })
    else if (answerIndex === null)
      unmatched.push(unmatchedOf(requestIndex, byTime || byPlace ? 'no-answer' : 'no-time'))
    else {
      const { model = null, mode = null } = around[answerIndex] ?? {}
      matched.push({ requestIndex, answerIndex, model: request.modelId ?? model, mode })
    }
  })
  return { matched, unmatched }
}

/** An assistant message, and the latest time up to it: times go back now and then. */
type Answer = { readonly index: number; readonly latestTs: number | null }

function answersOf(messages: readonly Message[]): Answer[] {
  const answers: Answer[] = []
  let latestTs: number | null = null
  messages.forEach(({ role, ts, isSummary, isTruncationMarker }, index) => {
    if (role !== 'assistant' || isSummary === true || isTruncationMarker === true) return
    if (typeof ts === 'number' && Number.isFinite(ts)) latestTs = Math.max(latestTs ?? ts, ts)
    answers.push({ index, latestTs })
  })
  return answers
}

function matchByTime(requests: readonly RequestUsage[], answers: readonly Answer[]): (number | null)[] {
  let next = 0
  const following = followingValues(requests.map(({ ts }) => ts ?? null))
  return requests.map(({ ts }, index) => {
    const nextTs = following[index] ?? Infinity
    if (ts == null) {
      // Among others with times, its place in the record says which answers are left for it.
      const own = answers[next]
      if (own === undefined || own.latestTs === null || own.latestTs > nextTs) return null
      next += 1
      return own.index
    }
    while (next < answers.length && (answers[next]?.latestTs ?? ts - 1) < ts) next += 1
    const answer = answers[next]
    if (answer === undefined || nextTs < (answer.latestTs ?? ts)) return null
    next += 1
    return answer.index
  })
}

function matchByPlace(
  requests: readonly RequestUsage[],
  answers: readonly Answer[],
  fileIndices: readonly number[] | undefined,
): (number | null)[] {
  const placeOf = (index: number): number => fileIndices?.[index] ?? index
  let next = 0
  const following = followingValues(requests.map(({ historyIndex }) => historyIndex ?? null))
  return requests.map(({ historyIndex }, index) => {
    if (historyIndex === undefined) return null
    while (next < answers.length && placeOf(answers[next]?.index ?? 0) <= historyIndex) next += 1
    const answer = answers[next]
    const isNext = answer !== undefined && placeOf(answer.index) > (following[index] ?? Infinity)
    if (answer === undefined || isNext) return null
    next += 1
    return answer.index
  })
}

/** For each place the next value after it; null where none follows. */
function followingValues(values: readonly (number | null)[]): (number | null)[] {
  const following: (number | null)[] = []
  let next: number | null = null
  for (let index = values.length - 1; index >= 0; index -= 1) {
    following[index] = next
    next = values[index] ?? next
  }
  return following
}

/**
 * Time of the last condensation that deleted what it condensed, as classic Roo does; null where there was none, or all
 * are still in the file behind tags.
 */
function deletingCondensation(messages: readonly Message[], { condensations }: RecordedUsage): number | null {
  const tags = new Set(messages.flatMap(({ condenseId, condenseParent }) => [condenseId, condenseParent]))
  const times = condensations.flatMap(({ ts, condenseId }) =>
    ts == null || (condenseId !== undefined && tags.has(condenseId)) ? [] : [ts],
  )
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * For each message what the messages before it say of model and mode, and as long as none does, the first that does: an
 * environment that comes late says nothing of a change.
 */
function surroundingsBefore(messages: readonly Message[]): Surroundings[] {
  const named = messages.map(surroundingsOf)
  let known: Surroundings = {
    model: named.find(({ model }) => model !== null)?.model ?? null,
    mode: named.find(({ mode }) => mode !== null)?.mode ?? null,
  }
  return named.map(({ model, mode }) => {
    const before = known
    known = { model: model ?? known.model, mode: mode ?? known.mode }
    return before
  })
}

/** A request that cannot be used, with its reason in words. */
export function unmatchedOf(requestIndex: number, reason: UnmatchedReason): UnmatchedRequest {
  return { requestIndex, reason, text: texts[reason] }
}

const texts: Readonly<Record<UnmatchedReason, string>> = {
  'no-answer':
    'No answer is recorded before the next request: it was aborted, it failed, or its answer was deleted.',
  'no-time': 'Neither times nor places in the record say which message answered it.',
  'condensed-away': 'The agent condensed afterwards and deleted what was sent.',
  'sent-less': 'Less input is recorded than these messages have: the agent sent something else.',
}
