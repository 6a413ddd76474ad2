import { sentPoints } from './calibrate.ts'
import { condensationsBefore } from './condensations-before.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import { shareOut, sum } from '../../../shared/lib/numbers.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { fileEvidence } from './file-evidence.ts'
import { fitLines, type FittedLines, type LinePoint } from './fit-lines.ts'
import { createGroupBetween, lostHistory } from './lost-history.ts'
import type { MatchedRequest, RequestMatches, UnmatchedRequest } from '../requests/match-requests.ts'
import { groupOf } from '../requests/surroundings.ts'
import { partTokens, type TokenCounter } from '../../engine/tokens/token-counter.ts'
import { attemptsOf } from '../requests/charged-requests.ts'
import { isRangeUnnamed } from '../condensations/hidden-ranges.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { recordedSplits } from '../usage/usage-splits.ts'
import { sentContexts } from '../requests/sent-contexts.ts'
import { sentRequests, type SentRequest, type Sizing } from '../requests/sent-requests.ts'
import {
  isNearOverhead,
  slopeOfSteps,
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
  readonly countOf: (message: Message) => number
  readonly parts: readonly (readonly Part[])[]
  /** Our own count of each part. */
  readonly partCounts: readonly (readonly number[])[]
  /** As they were recorded: the recorded input of each request is met. */
  readonly recorded: Sizes
  /** By the fit alone, which tells how far it can be believed; null where too little is recorded for one. */
  readonly fitted: Sizes | null
}

/** Tells what each request of a task sent, and sizes its messages by what was recorded. */
export function sizeTask(task: RecordedTask, matches: RequestMatches, counter: TokenCounter): SizedTask {
  const { messages, usage } = task
  const splits = recordedSplits(usage.requests)
  const { parts, counts, countOf } = countParts(messages, counter)
  const sizing = { task, splits, countOf }
  const { whole, unplayed, lines, slope } = wholeRequests(matches, sizing)
  const contexts = sentContexts(task, whole, splits)
  const overheadAt = createOverheadAt(lines, whole)
  const bound: OverheadBound = task.contexts === undefined ? overheadAt : 'least-input'
  const { leftOut } = sizeByRecord(contexts, countOf, slope, bound)
  const answered = whole.filter(({ requestIndex }) => !leftOut.has(requestIndex))
  const attempts = attemptsOf(task, { matched: matches.matched, unmatched: unplayed }, splits)
  const found = sentRequests(answered, attempts, { ...sizing, slope, bound })
  const { sent } = found
  const known = new Set(sent.map(({ requestIndex }) => requestIndex))
  const unplaced = new Set(attempts.lost)
  const sizesOf = ({ tokensOf, overheads }: HistorySizes): Sizes => ({
    partTokens: messages.map((message, index) =>
      shareOut(counts[index] ?? [], tokensOf.get(message) ?? Math.round(slope * countOf(message))),
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
    countOf,
    parts,
    partCounts: counts,
    recorded: sizesOf(found.sizes),
    fitted:
      lines === null
        ? null
        : sizesOf(sizeByFit(found.contexts, countOf, slope, found.sizes.overheads, overheadAt)),
  }
}

const noOverhead: Overhead = { name: '', tokens: 0 }

/** Fewer requests than this fix no line. */
const leastPoints = 5

/** The requests of which the file holds all that they sent, those of which it does not, and the lines of the former. */
function wholeRequests(
  { matched, unmatched }: RequestMatches,
  { task, splits, countOf }: Pick<Sizing, 'task' | 'splits' | 'countOf'>,
): {
  readonly whole: readonly MatchedRequest[]
  readonly unplayed: readonly UnmatchedRequest[]
  readonly lines: FittedLines | null
  /** Model tokens for one counted token. */
  readonly slope: number
} {
  const contexts = sentContexts(task, matched, splits)
  const points = sentPoints(contexts, countOf)
  // Where the range of some is not known, a line through all of them is none.
  const isUnnamed = isRangeUnnamed(task)
  const [first] = task.messages
  const firstCount = first === undefined ? undefined : countOf(first)
  const evidence = fileEvidence({ ...task, matches: { matched, unmatched }, firstCount })
  const groupBetween = createGroupBetween(evidence)
  const condensed = condensationsBefore(contexts, countOf)
  const apart = points.map((one) => ({
    ...one,
    group: groupBetween(one.requestIndex, one.group),
    condensed: condensed.get(one.requestIndex) ?? 0,
  }))
  const contextsApart = contexts.map((one) => ({ ...one, group: groupBetween(one.request, one.group) }))
  const line = isUnnamed ? null : fitLines(apart)
  const slope = line?.slope ?? slopeOfSteps(contextsApart, countOf) ?? usualSlope
  const lost = lostHistory(points, slope, evidence)
  const otherwise = isUnnamed
    ? offTheirLevel(points, slope)
    : task.contexts === undefined || line === null || points.length < leastPoints
      ? new Set<number>()
      : belowTheirMessages(points, line.slope)
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
    slope: lines?.slope ?? slopeOfSteps(contextsApart, countOf) ?? usualSlope,
  }
}

/**
 * Requests that were sent with another range left out than the one that is known: their input is off that of the first
 * request of the task, or of the last one of their model and mode.
 */
function offTheirLevel(points: readonly LinePoint[], slope: number): ReadonlySet<number> {
  const levelOf = ({ x, y }: LinePoint): number => y - slope * x
  const levels = new Map(points.map((point) => [point.group, levelOf(point)]))
  const [first] = points
  if (first !== undefined) levels.set(first.group, levelOf(first))
  return new Set(
    points.flatMap((point) =>
      isNearOverhead(levelOf(point), levels.get(point.group) ?? 0) ? [] : [point.requestIndex],
    ),
  )
}

/** A request with less than this share of what its messages alone have by the fit was not sent all of them. */
const messagesShare = 0.95

/** Requests whose input has far less than their messages: the agent or the API left something out unrecorded. */
function belowTheirMessages(points: readonly LinePoint[], slope: number): ReadonlySet<number> {
  return new Set(
    points.flatMap(({ x, y, requestIndex }) => (y < messagesShare * slope * x ? [requestIndex] : [])),
  )
}

/** The overhead of the segment that a request is in; null where it is none of its model and mode. */
function createOverheadAt(lines: FittedLines | null, requests: readonly MatchedRequest[]): OverheadAt {
  const groups = new Map(requests.map((one) => [one.requestIndex, groupOf(one)]))
  const segments = (lines?.stretches ?? []).map((own) => ({ ...own, group: groups.get(own.firstRequest) }))
  return (request, group) => {
    const like = segments.filter((own) => own.group === group)
    const own = like.findLast(({ firstRequest }) => firstRequest <= request) ?? like[0]
    return own?.intercept ?? null
  }
}

function countParts(messages: readonly Message[], counter: TokenCounter) {
  const parts = splitHistory(messages)
  const counts = parts.map((own) => own.map((part) => partTokens(part, counter)))
  const byMessage = new Map(messages.map((message, index) => [message, sum(counts[index] ?? [])]))
  return { parts, counts, countOf: (message: Message) => byMessage.get(message) ?? 0 }
}
