import type { Message } from '../../../shared/kernel/message.ts'
import { shareOut, sum } from '../../../shared/kernel/numbers.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import { createConversation, type Conversation } from '../../kernel/conversation.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { isRangeUnnamed } from '../condensations/hidden-ranges.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { buildSentContexts } from '../requests/build-sent-contexts.ts'
import { findChargedAttempts } from '../requests/charged-requests.ts'
import type { MatchedRequest, RequestMatches, UnmatchedRequest } from '../requests/match-requests.ts'
import { placeSentRequests, type SentRequest, type Sizing } from '../requests/place-sent-requests.ts'
import { formatSurroundingsGroup } from '../requests/surroundings.ts'
import { readRecordedSplits } from '../usage/usage-splits.ts'
import { buildSentPoints } from './calibrate.ts'
import { countCondensationsBefore } from './count-condensations-before.ts'
import { findFileEvidence } from './find-file-evidence.ts'
import { createGroupBetween, findLostHistory } from './find-lost-history.ts'
import { fitLines, type FittedLines, type LinePoint } from './fit-lines.ts'
import {
  isNearOverhead,
  estimateSlopeFromSteps,
  sizeByFit,
  sizeByRecord,
  type OverheadAt,
  type OverheadBound,
  type Overhead,
  type HistorySizes,
} from './size-history.ts'

/** Model tokens for one counted token where a task records too little: the middle of what real tasks show. */
const usualSlope = 1.25

/** Model tokens of the parts of a history, and of what each request sent besides: its system prompt and tools. */
export type Sizes = {
  /** Of each part of each message: those of its message, shared out as its parts count. */
  readonly partTokens: readonly (readonly number[])[]
  /** By the index of the request; only requests of which is known what they sent. */
  readonly overheads: ReadonlyMap<number, Overhead>
}

/** A recorded task whose requests are matched and whose messages have the tokens that the model counted. */
export type SizedTask = {
  /** Answered requests and, among them, those that nothing answers and that were charged for; in their order. */
  readonly sent: readonly SentRequest[]
  /** The ones of which nobody knows what they sent. */
  readonly unknown: readonly UnmatchedRequest[]
  /** What each recorded request used; null where it was not recorded. */
  readonly splits: readonly (TokenUsage | null)[]
  /** Model tokens for one counted token. */
  readonly slope: number
  /** Our own count of a message of the file. */
  readonly countMessage: (message: Message) => number
  readonly parts: readonly (readonly Part[])[]
  /** Our own count of each part. */
  readonly partCounts: readonly (readonly number[])[]
  /** As they were recorded: the recorded input of each request is met. */
  readonly recorded: Sizes
  /** By the fit alone, which tells how far it can be believed; null where too little is recorded for one. */
  readonly fitted: Sizes | null
}

/** The parts of the messages of a task, and what each counts. */
export type CountedMessages = Pick<Conversation, 'parts' | 'partTokens'>

export type CountingTools = {
  readonly counter: TokenCounter
  /** The messages as they are split and counted, where somebody has done that already. */
  readonly counted?: CountedMessages
}

/** Tells what each request of a task sent, and sizes its messages by what was recorded. */
export function sizeTask(
  task: RecordedTask,
  matches: RequestMatches,
  { counter, counted }: CountingTools,
): SizedTask {
  const { messages, usage } = task
  const splits = readRecordedSplits(usage.requests)
  const { parts, counts, countMessage } = countParts(
    messages,
    counted ?? createConversation(messages, counter),
  )
  const sizing = { task, splits, countMessage }
  const { whole, unplayed, lines, slope } = selectWholeRequests(matches, sizing)
  const contexts = buildSentContexts(task, whole, splits)
  const overheadAt = createOverheadLookup(lines, whole)
  const bound: OverheadBound = task.contexts === undefined ? overheadAt : 'least-input'
  const { leftOut } = sizeByRecord(contexts, countMessage, slope, bound)
  const answered = whole.filter(({ requestIndex }) => !leftOut.has(requestIndex))
  const attempts = findChargedAttempts(task, { matched: matches.matched, unmatched: unplayed }, splits)
  const found = placeSentRequests(answered, attempts, { ...sizing, slope, bound })
  const { sent } = found
  const known = new Set(sent.map(({ requestIndex }) => requestIndex))
  const unplaced = new Set(attempts.lost)
  const buildSizes = ({ tokensOf, overheads }: HistorySizes): Sizes => ({
    partTokens: messages.map((message, index) =>
      shareOut(counts[index] ?? [], tokensOf.get(message) ?? Math.round(slope * countMessage(message))),
    ),
    overheads: new Map(
      sent.map(({ requestIndex, overheadOf }) => [requestIndex, overheads[overheadOf] ?? noOverhead]),
    ),
  })
  return {
    sent,
    unknown: [...unplayed, ...[...leftOut].map(([requestIndex, reason]) => ({ requestIndex, reason }))]
      .filter(({ requestIndex }) => !known.has(requestIndex))
      .map((one) => {
        if (unplaced.has(one.requestIndex)) return { ...one, reason: 'unplaced-attempt' }
        return found.others.has(one.requestIndex) ? { ...one, reason: 'other-input' } : one
      }),
    splits,
    slope,
    countMessage,
    parts,
    partCounts: counts,
    recorded: buildSizes(found.sizes),
    fitted:
      lines === null
        ? null
        : buildSizes(sizeByFit(found.contexts, countMessage, slope, found.sizes.overheads, overheadAt)),
  }
}

const noOverhead: Overhead = { name: '', tokens: 0 }

/** Fewer requests than this fix no line. */
const leastPoints = 5

/** The requests of which the file holds all that they sent, those of which it does not, and the lines of the former. */
function selectWholeRequests(
  { matched, unmatched }: RequestMatches,
  { task, splits, countMessage }: Pick<Sizing, 'task' | 'splits' | 'countMessage'>,
): {
  readonly whole: readonly MatchedRequest[]
  readonly unplayed: readonly UnmatchedRequest[]
  readonly lines: FittedLines | null
  /** Model tokens for one counted token. */
  readonly slope: number
} {
  const contexts = buildSentContexts(task, matched, splits)
  const points = buildSentPoints(contexts, countMessage)
  // Where the range of some is not known, a line through all of them is none.
  const isUnnamed = isRangeUnnamed(task)
  const [first] = task.messages
  const firstCount = first === undefined ? undefined : countMessage(first)
  const evidence = findFileEvidence({ ...task, matches: { matched, unmatched }, firstCount })
  const groupBetween = createGroupBetween(evidence)
  const condensed = countCondensationsBefore(contexts, countMessage)
  const apart = points.map((one) => ({
    ...one,
    group: groupBetween(one.requestIndex, one.group),
    condensed: condensed.get(one.requestIndex) ?? 0,
  }))
  const contextsApart = contexts.map((one) => ({ ...one, group: groupBetween(one.request, one.group) }))
  const line = isUnnamed ? null : fitLines(apart)
  const slope = line?.slope ?? estimateSlopeFromSteps(contextsApart, countMessage) ?? usualSlope
  const lost = findLostHistory(points, slope, evidence)
  const otherwise = isUnnamed
    ? findRequestsOffLevel(points, slope)
    : task.contexts === undefined || line === null || points.length < leastPoints
      ? new Set<number>()
      : findRequestsBelowMessages(points, line.slope)
  const isWhole = ({ requestIndex }: { readonly requestIndex: number }): boolean =>
    !lost.has(requestIndex) && !otherwise.has(requestIndex)
  const left = apart.filter(isWhole)
  const lines = left.length < leastPoints ? null : fitLines(left)
  return {
    whole: matched.filter(isWhole),
    unplayed: [
      ...unmatched.filter(isWhole),
      ...[...lost].map((request) => ({ requestIndex: request, reason: 'lost-history' as const })),
      ...[...otherwise].map((request) => ({ requestIndex: request, reason: 'sent-less' as const })),
    ],
    lines,
    slope: lines?.slope ?? estimateSlopeFromSteps(contextsApart, countMessage) ?? usualSlope,
  }
}

/**
 * Requests that were sent with another range left out than the one that is known: their input is off that of the first
 * request of the task, or of the last one of their model and mode.
 */
function findRequestsOffLevel(points: readonly LinePoint[], slope: number): ReadonlySet<number> {
  const computeLevel = ({ x, y }: LinePoint): number => y - slope * x
  const levels = new Map(points.map((point) => [point.group, computeLevel(point)]))
  const [first] = points
  if (first !== undefined) levels.set(first.group, computeLevel(first))
  return new Set(
    points.flatMap((point) =>
      isNearOverhead(computeLevel(point), levels.get(point.group) ?? 0) ? [] : [point.requestIndex],
    ),
  )
}

/** A request with less than this share of what its messages alone have by the fit was not sent all of them. */
const messagesShare = 0.95

/** Requests whose input has far less than their messages: the agent or the API left something out unrecorded. */
function findRequestsBelowMessages(points: readonly LinePoint[], slope: number): ReadonlySet<number> {
  return new Set(
    points.flatMap(({ x, y, requestIndex }) => (y < messagesShare * slope * x ? [requestIndex] : [])),
  )
}

/** The overhead of the segment that a request is in; null where it is none of its model and mode. */
function createOverheadLookup(lines: FittedLines | null, requests: readonly MatchedRequest[]): OverheadAt {
  const groups = new Map(requests.map((one) => [one.requestIndex, formatSurroundingsGroup(one)]))
  const segments = (lines?.stretches ?? []).map((own) => ({ ...own, group: groups.get(own.firstRequest) }))
  return (request, group) => {
    const like = segments.filter((own) => own.group === group)
    const own = like.findLast(({ firstRequest }) => firstRequest <= request) ?? like[0]
    return own?.intercept ?? null
  }
}

function countParts(messages: readonly Message[], { parts, partTokens: counts }: CountedMessages) {
  const byMessage = new Map(messages.map((message, index) => [message, sum(counts[index] ?? [])]))
  return { parts, counts, countMessage: (message: Message) => byMessage.get(message) ?? 0 }
}
