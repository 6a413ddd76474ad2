import { type Message, findMessageTime } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { UnknownHistoryReason } from '../../../shared/kernel/words/record.ts'
import { matchSummaries } from '../condensations/match-summaries.ts'
import { findEndedTs } from './find-ended-ts.ts'
import { pairInOrder } from './pair-in-order.ts'
import { isAnswered, type GivenAnswer } from './request-and-answer.ts'
import { selectCredibleTimes } from './select-credible-times.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

/** A recorded request and the assistant message that answered it. */
export type MatchedRequest = Surroundings & {
  /** Index in `usage.requests`. */
  readonly requestIndex: number
  /** Index in `messages`: what stands before it is what the request could see. */
  readonly answerIndex: number
}

export type UnmatchedRequest = {
  readonly requestIndex: number
  readonly reason: UnknownHistoryReason
  /** Its answer, where that was kept and only what it saw is gone. */
  readonly answerIndex?: number
}

export type RequestMatches = {
  /** In the order of the requests; answers ascend. */
  readonly matched: readonly MatchedRequest[]
  readonly unmatched: readonly UnmatchedRequest[]
}

/**
 * Finds for each recorded request the message that answered it (`pairInOrder`): both files have an order of their own, and
 * times are evidence as long as they follow it. `fileIndices` says where `messages` stand in the file, where they are not
 * the whole of it; their times are those of the record (`correctClockSteps`).
 */
export function matchRequests(
  messages: readonly Message[],
  usage: RecordedUsage,
  fileIndices?: readonly number[],
): RequestMatches {
  const answers = selectAnswers(messages, fileIndices)
  const times = selectCredibleTimes(usage.requests.map(({ ts }) => ts ?? null))
  const asked = usage.requests.map((request, index) => ({ ts: times[index] ?? null, usage: request }))
  const pairs = pairInOrder(asked, answers)
  const paired = pairs.answers.filter((answer) => answer !== null).length
  const isDoubtful =
    paired < answers.length && (paired * 2 < answers.length || areTimesDoubtful(messages, answers, usage))
  const isUnclear = (index: number): boolean =>
    pairs.unclear.has(index) || (isDoubtful && isAnswered(asked[index]))
  const lastCondensed = findDeletingCondensation(messages, usage)
  const matched: MatchedRequest[] = []
  const unmatched: UnmatchedRequest[] = []
  const around = collectSurroundingsBefore(messages)
  usage.requests.forEach((request, requestIndex) => {
    const answer = answers[pairs.answers[requestIndex] ?? -1] ?? null
    const answerIndex = answer?.index ?? null
    // A condensation that a request triggers has a later time than the request and an earlier one than its answer.
    const ts = answer?.ts == null ? request.ts : findEndedTs(usage.requests, requestIndex, answer.ts)
    if (lastCondensed !== null && ts != null && ts < lastCondensed)
      unmatched.push({
        requestIndex,
        reason: 'condensed-away',
        ...(answerIndex === null ? {} : { answerIndex }),
      })
    else if (answerIndex === null)
      unmatched.push({ requestIndex, reason: isUnclear(requestIndex) ? 'no-time' : 'no-answer' })
    else {
      const { model = null, mode = null } = around[answerIndex] ?? {}
      matched.push({ requestIndex, answerIndex, model: request.modelId ?? model, mode })
    }
  })
  return { matched, unmatched }
}

/** Whether times go back, so that none of them can tell that a request has no answer. */
function areTimesDoubtful(
  messages: readonly Message[],
  answers: readonly (GivenAnswer & { readonly index: number })[],
  { clockSteps = [] }: RecordedUsage,
): boolean {
  return clockSteps.length > 0 || answers.some(({ index, ts }) => ts === null && messages[index]?.ts != null)
}

/** The messages of the assistant that answer somebody; those with a time that contradicts their place have none. */
function selectAnswers(
  messages: readonly Message[],
  fileIndices: readonly number[] | undefined,
): (GivenAnswer & { readonly index: number })[] {
  const indices = messages.flatMap(({ role, isSummary, isTruncationMarker }, index) =>
    role !== 'assistant' || isSummary === true || isTruncationMarker === true ? [] : [index],
  )
  const readMessageTime = (index: number): number | null => {
    const message = messages[index]
    return message === undefined ? null : findMessageTime(message)
  }
  // One that is older than what it answers says nothing.
  const ownTimes = indices.map((index) => {
    const ts = readMessageTime(index)
    return ts === null || ts < (readMessageTime(index - 1) ?? ts) ? null : ts
  })
  const times = selectCredibleTimes(ownTimes)
  return indices.map((index, at) => {
    const [before, after] = [readMessageTime(index - 1), readMessageTime(index + 1)]
    const isBetween = before !== null && after !== null && before <= after
    return {
      index,
      place: fileIndices?.[index] ?? index,
      ts: times[at] ?? null,
      aboutTs: isBetween ? (before + after) / 2 : null,
      questionTs: before,
    }
  })
}

/**
 * Time of the last condensation that deleted what it condensed, as classic Roo does; null where there was none, or all
 * are still in the file behind tags.
 */
function findDeletingCondensation(
  messages: readonly Message[],
  { condensations }: RecordedUsage,
): number | null {
  const summaries = matchSummaries(messages, condensations)
  const times = condensations.flatMap(({ ts }, at) => (ts == null || summaries[at] !== null ? [] : [ts]))
  return times.length === 0 ? null : times.reduce((last, ts) => Math.max(last, ts))
}

/**
 * For each message what the messages before it say of model and mode, and as long as none does, the first that does: an
 * environment that comes late says nothing of a change.
 */
function collectSurroundingsBefore(messages: readonly Message[]): Surroundings[] {
  const named = messages.map(readSurroundings)
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

/**
 * The messages with the times of the record: where the clock of the agent was set back (`clockSteps`),
 * those before are earlier by as much. The very messages where it never was. `fileIndices` says where they stand in the
 * file, where they are not the whole of it.
 */
export function correctClockSteps(
  messages: readonly Message[],
  { clockSteps = [] }: RecordedUsage,
  fileIndices?: readonly number[],
): readonly Message[] {
  if (clockSteps.length === 0) return messages
  return messages.map((message, index) => {
    const ts = findMessageTime(message)
    const place = fileIndices?.[index] ?? index
    const byMs = clockSteps.reduce((sum, step) => sum + (place < step.message ? step.byMs : 0), 0)
    return ts === null || byMs === 0 ? message : { ...message, ts: ts - byMs }
  })
}
