import type { Message } from '../../../shared/kernel/message.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import {
  sizeByRecord,
  type OverheadBound,
  type SentContext,
  type HistorySizes,
} from '../overhead/size-history.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { buildSentContexts } from './build-sent-contexts.ts'
import type { Attempts } from './charged-requests.ts'
import type { MatchedRequest } from './match-requests.ts'
import { formatSurroundingsGroup } from './surroundings.ts'

/** A recorded request of which is known what it sent: all that stands before `answerIndex`, answered there or not. */
export type SentRequest = MatchedRequest & {
  readonly isAnswered: boolean
  /** Index in `contexts` of the request whose system prompt it has. */
  readonly overheadOf: number
}

export type SentRequests = {
  readonly sent: readonly SentRequest[]
  /** What messages are sized by: that of the answered ones, and of others that alone sent what they sent. */
  readonly contexts: readonly SentContext[]
  /** What the record gives them by these. */
  readonly sizes: HistorySizes
  /** Indices of charged requests whose recorded input is not that of the messages before them. */
  readonly others: ReadonlySet<number>
}

/** What requests are sized with. */
export type Sizing = {
  readonly task: RecordedTask
  readonly splits: readonly (TokenUsage | null)[]
  readonly countMessage: (message: Message) => number
  readonly slope: number
  readonly bound: OverheadBound
}

/** An attempt has the input of the one after it, but for what changes from minute to minute in an environment. */
const sameInputShare = 0.01

/** Puts charged requests among those that were answered, as far as their recorded input is that of the messages. */
export function placeSentRequests(
  matched: readonly MatchedRequest[],
  { placed }: Pick<Attempts, 'placed'>,
  sizing: Sizing,
): SentRequests {
  const sized = sortByRequest([...matched, ...selectBelievedAlone(matched, placed, sizing)])
  const sizedAt = new Map(sized.map(({ requestIndex }, at) => [requestIndex, at]))
  const contexts = buildRequestContexts(sized, sizing)
  const sizes = sizeContexts(contexts, sizing)
  const attempts = placed.flatMap((request): SentRequest[] => {
    const overheadOf = sizedAt.get(request.requestIndex) ?? findOverheadByPlace(request, sized)
    return overheadOf === null ? [] : [{ ...request, isAnswered: false, overheadOf }]
  })
  const answered = matched.map((one): SentRequest => ({
    ...one,
    isAnswered: true,
    overheadOf: sizedAt.get(one.requestIndex) ?? 0,
  }))
  const all = sortByRequest([...answered, ...attempts])
  const areAsRecorded = compareInputs(all, sizes, sizing)
  const sent = all.filter(({ isAnswered }, at) => isAnswered || areAsRecorded[at] === true)
  const played = new Set(sent.map(({ requestIndex }) => requestIndex))
  const others = placed.map(({ requestIndex }) => requestIndex).filter((index) => !played.has(index))
  return { sent, contexts, sizes, others: new Set(others) }
}

function sortByRequest<T extends MatchedRequest>(requests: readonly T[]): T[] {
  return requests.toSorted((one, other) => one.requestIndex - other.requestIndex)
}

function buildRequestContexts(requests: readonly MatchedRequest[], { task, splits }: Sizing): SentContext[] {
  return buildSentContexts(task, requests, splits)
}

function sizeContexts(
  contexts: readonly SentContext[],
  { countMessage, slope, bound }: Sizing,
): HistorySizes {
  return sizeByRecord(contexts, countMessage, slope, bound)
}

/**
 * Charged requests that alone tell what messages have, since no answered one sent just these, if their input goes on from
 * that of the others: the first at each place.
 */
function selectBelievedAlone(
  matched: readonly MatchedRequest[],
  placed: readonly MatchedRequest[],
  sizing: Sizing,
): readonly MatchedRequest[] {
  const taken = new Set(matched.map(({ answerIndex }) => answerIndex))
  const alone = placed.filter(({ answerIndex }) => !taken.has(answerIndex) && taken.add(answerIndex))
  if (alone.length === 0) return []
  const tried = sortByRequest([...matched, ...alone])
  const { overheads, leftOut } = sizeContexts(buildRequestContexts(tried, sizing), sizing)
  const isOwn = new Set(alone)
  return tried.filter((request, at) => {
    if (!isOwn.has(request) || leftOut.has(request.requestIndex)) return false
    const isLike = (other: MatchedRequest): boolean =>
      formatSurroundingsGroup(other) === formatSurroundingsGroup(request)
    const before = tried.slice(0, at).findLastIndex(isLike)
    const after = tried.findIndex((other, place) => place > at && isLike(other))
    const neighbour = overheads[before >= 0 ? before : after]
    const own = overheads[at]
    return neighbour === undefined ? (own?.tokens ?? 0) > 0 : neighbour.name === own?.name
  })
}

/** The sized request of the same place, else the one before of the same model and mode. */
function findOverheadByPlace(request: MatchedRequest, sized: readonly MatchedRequest[]): number | null {
  const isLike = (other: MatchedRequest): boolean =>
    formatSurroundingsGroup(other) === formatSurroundingsGroup(request)
  const same = sized.findIndex((other) => other.answerIndex === request.answerIndex)
  if (same < 0) return null
  const found = sized[same]
  if (found !== undefined && isLike(found)) return same
  const before = sized.slice(0, same).findLastIndex(isLike)
  return before >= 0 ? before : same
}

/** For each request whether its messages and its system prompt have the input that was recorded. */
function compareInputs(
  requests: readonly SentRequest[],
  { tokensOf, overheads }: HistorySizes,
  sizing: Sizing,
): readonly boolean[] {
  const { countMessage, slope } = sizing
  // No answered request may have sent what was condensed before the next attempt.
  const measureMessage = (message: Message): number =>
    tokensOf.get(message) ?? Math.round(slope * countMessage(message))
  let held = 0
  return buildRequestContexts(requests, sizing).map(({ added, gone, inputTokens }, at) => {
    for (const message of added) held += measureMessage(message)
    for (const message of gone) held -= measureMessage(message)
    const played = held + (overheads[requests[at]?.overheadOf ?? -1]?.tokens ?? 0)
    const recorded = inputTokens ?? 0
    return Math.abs(played - recorded) <= sameInputShare * recorded
  })
}
