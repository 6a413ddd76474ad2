import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import { type Message, findMessageTime } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { matchSummaries } from '../condensations/match-summaries.ts'
import { findEndedTs, findNextRequestTime } from '../requests/find-ended-ts.ts'
import type { MatchedRequest, RequestMatches, UnmatchedRequest } from '../requests/match-requests.ts'
import { isAnswered } from '../requests/request-and-answer.ts'
import { formatSurroundingsGroup, readSurroundings } from '../requests/surroundings.ts'
import { findCachedTokens, readRecordedInput } from '../usage/cached-tokens.ts'

/** What a record and the messages beside it say of messages that were deleted without a record of that. */
export type FileEvidence = {
  readonly requests: readonly RequestUsage[]
  /** Ascending. Requests after each of these may have sent what is no longer in the file; -1 is before the first. */
  readonly losses: readonly number[]
  /** Requests, ascending, from which on losses before them do not matter: what they send begins with a summary. */
  readonly restarts: readonly number[]
  /** Requests with recorded input that nothing in the file answers, ascending. */
  readonly unanswered: readonly number[]
  /** Answered requests whose question is not in the file, so that neither is their mode. */
  readonly unasked: ReadonlySet<number>
  /** Answered requests without recorded input, in order. */
  readonly unmeasured: readonly MatchedRequest[]
  /** The message that the first request sent, and nothing else; null where it is not in the file. */
  readonly opening: Opening | null
}

type Opening = {
  /** Our count of it. */
  readonly count: number
  /** Model and mode of the first request. */
  readonly group: string
}

type HistoryFile = {
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly matches: RequestMatches
  /** Our count of the first message. */
  readonly firstCount: number | undefined
  /** Where `messages` stand in the file, where they are not the whole of it. */
  readonly fileIndices?: readonly number[] | undefined
  readonly contexts?: ContextLog
}

/** Finds what shows that messages were deleted: answers without a message, and messages without what they follow. */
export function findFileEvidence(file: HistoryFile): FileEvidence {
  const { requests } = file.usage
  const { unmatched } = file.matches
  const deleted = findUnansweredRequests(requests, unmatched)
  const cached = findCachedTokens(requests)
  const unanswered = unmatched
    .filter(
      ({ reason, requestIndex }) =>
        reason === 'no-answer' && readRecordedInput(requests, requestIndex, cached) > 0,
    )
    .map(({ requestIndex }) => requestIndex)
  const isLogged = file.contexts !== undefined
  const unasked = isLogged ? [] : findUnaskedRequests(file, new Set(deleted))
  const before = unasked.map((request) => request - 1)
  // A log says what each request sent: nothing of it was deleted.
  const losses = new Set(isLogged ? [] : [...deleted, ...before, ...findMissingSummary(file)])
  const isBegun = isLogged || isBeginning(file)
  if (!isBegun) losses.add(-1)
  return {
    requests,
    losses: [...losses].toSorted((one, other) => one - other),
    restarts: findRestarts(file),
    unanswered: unanswered.toSorted((one, other) => one - other),
    unasked: new Set(unasked),
    unmeasured: file.matches.matched.filter(
      ({ requestIndex }) => !(readRecordedInput(requests, requestIndex, cached) > 0),
    ),
    opening: isBegun && deleted[0] === 0 ? findOpening(file) : null,
  }
}

/** So much the input of two attempts differs at most. */
const sameShare = 0.001

/** Requests that were answered, as their output says, by messages that are not there and that no record deleted. */
function findUnansweredRequests(
  requests: readonly RequestUsage[],
  unmatched: readonly UnmatchedRequest[],
): number[] {
  const cached = findCachedTokens(requests)
  return unmatched.flatMap(({ requestIndex, reason }) => {
    const usage = requests[requestIndex]
    if (reason !== 'no-answer' || usage === undefined || !isAnswered({ ts: null, usage })) return []
    const [own, next] = [requestIndex, requestIndex + 1].map((at) => readRecordedInput(requests, at, cached))
    // Its answer was never kept: the request was sent once more.
    const isAttempt =
      own !== undefined && next !== undefined && own > 0 && Math.abs(next - own) <= sameShare * own
    return isAttempt ? [] : [requestIndex]
  })
}

/** Whether the first message is what a person asked for, or what an agent put in its place. */
function isBeginning({ messages: [first], usage, matches }: HistoryFile): boolean {
  if (first === undefined) return true
  if (first.role !== 'user') return false
  if (first.isSummary === true || first.isTruncationMarker === true) return true
  // What the agent itself hides of the beginning is no request of these.
  const firstRequest = [...matches.matched, ...matches.unmatched].reduce(
    (least, { requestIndex }) => Math.min(least, requestIndex),
    Infinity,
  )
  const nextTs = usage.clockSteps === undefined ? findNextRequestTime(usage.requests, firstRequest) : null
  const ts = findMessageTime(first)
  if (ts !== null && nextTs !== null && ts > nextTs) return false
  return (splitHistory([first])[0] ?? []).every(({ kind }) => kind !== 'tool-result')
}

/** What the first request sent, where its model and mode are known. */
function findOpening({ messages: [first], usage, matches, firstCount }: HistoryFile): Opening | null {
  if (first?.role !== 'user' || first.isSummary === true || firstCount === undefined) return null
  const own = readSurroundings(first)
  const pickOnlyValue = (values: readonly (string | null)[]): string | null | undefined =>
    new Set(values).size === 1 ? values[0] : undefined
  const model =
    usage.requests[0]?.modelId ?? own.model ?? pickOnlyValue(matches.matched.map((one) => one.model))
  const mode = own.mode ?? pickOnlyValue(matches.matched.map((one) => one.mode))
  return model === undefined || mode === undefined
    ? null
    : { count: firstCount, group: formatSurroundingsGroup({ model, mode }) }
}

/** Requests whose answer follows another one, or nothing, or a question from before the last answer that was deleted. */
function findUnaskedRequests(
  { messages, usage, matches, fileIndices }: HistoryFile,
  deleted: ReadonlySet<number>,
): number[] {
  const toFileIndex = (index: number): number => fileIndices?.[index] ?? index
  return matches.matched.flatMap(({ requestIndex, answerIndex }) => {
    const before = messages[answerIndex - 1]
    if (before === undefined) return [requestIndex]
    const isNext = toFileIndex(answerIndex) === toFileIndex(answerIndex - 1) + 1
    if (!isNext || before.isSummary === true || before.isTruncationMarker === true) return []
    const deletedTs = deleted.has(requestIndex - 1) ? (usage.requests[requestIndex - 1]?.ts ?? null) : null
    const isOlder = deletedTs !== null && (findMessageTime(before) ?? deletedTs) < deletedTs
    return before.role === 'assistant' || isOlder ? [requestIndex] : []
  })
}

/**
 * The last request before a condensation that deleted what it condensed, where its summary is missing, or its answer,
 * which agents keep.
 */
function findMissingSummary({ messages, usage, matches }: HistoryFile): number[] {
  const condensed = matches.unmatched.filter(
    ({ reason, requestIndex }) =>
      reason === 'condensed-away' && isAnswered({ ts: null, usage: usage.requests[requestIndex] ?? {} }),
  )
  const last = condensed.toSorted((one, other) => one.requestIndex - other.requestIndex).at(-1)
  if (last === undefined) return []
  const isSummaryKept = messages.some(({ isSummary }) => isSummary === true)
  const isAllKept = condensed.every(({ answerIndex }) => answerIndex !== undefined)
  return isAllKept || (isSummaryKept && last.answerIndex !== undefined) ? [] : [last.requestIndex]
}

/** The first request after each condensation whose summary the file names, so that it holds what was sent since. */
function findRestarts({ messages, usage: { requests, condensations }, matches }: HistoryFile): number[] {
  const summaries = matchSummaries(messages, condensations)
  const restarts = condensations.flatMap(({ ts }, at) => {
    if (ts == null || summaries[at] == null) return []
    const first = matches.matched.find(
      ({ requestIndex, answerIndex }) => findEndedTs(requests, requestIndex, messages[answerIndex]?.ts) > ts,
    )
    return first === undefined ? [] : [first.requestIndex]
  })
  return restarts.toSorted((one, other) => one - other)
}
