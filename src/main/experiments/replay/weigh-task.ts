import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import { sum } from '../../../shared/lib/sum.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { fileEvidence } from '../../engine/inspect/file-evidence.ts'
import { fitLines, type FittedLines, type LinePoint } from '../../engine/inspect/fit-lines.ts'
import { createGroupBetween, lostHistory } from '../../engine/inspect/lost-history.ts'
import {
  matchRequests,
  unmatchedOf,
  type MatchedRequest,
  type RequestMatches,
  type UnmatchedRequest,
} from '../../engine/inspect/match-requests.ts'
import { groupOf } from '../../engine/inspect/surroundings.ts'
import { partTokens } from '../../engine/tokens/count-parts.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { chargedRequests } from './charged-requests.ts'
import { isRangeUnnamed } from './hidden-ranges.ts'
import type { RecordedTask } from './recorded-task.ts'
import { recordedSplits } from './recorded-split.ts'
import { shareOut } from './replay-items.ts'
import { sentContexts } from './sent-contexts.ts'
import { sentRequests, type SentRequest, type Weighing } from './sent-requests.ts'
import {
  isNearOverhead,
  slopeOfSteps,
  weighByFit,
  weighByRecord,
  type OverheadAt,
  type Prefix,
  type SentContext,
  type Weights,
} from './weigh-history.ts'

/** Model tokens for one counted token where a task records too little: the middle of what real tasks show. */
const usualSlope = 1.25

/**
 * `record`: tokens as they were recorded. `model`: from the fit alone, which tells how far it can be believed; where
 * there is no fit, it is the record too.
 */
export type WeighingBasis = 'record' | 'model'

/** A recorded task whose requests are matched and whose messages have the tokens that the model counted. */
export type WeighedTask = {
  /** Answered requests that sent these messages, in their order. */
  readonly matched: readonly MatchedRequest[]
  /** The same, and among them those that nothing answers and that were charged for; each with its system prompt. */
  readonly sent: readonly (SentRequest & { readonly prefix: Prefix })[]
  /** The ones that are neither, each with its reason. */
  readonly unsent: readonly UnmatchedRequest[]
  /** All but the answered ones, each with its reason. */
  readonly unmatched: readonly UnmatchedRequest[]
  /** What each recorded request used; null where it was not recorded. */
  readonly splits: readonly (TokenUsage | null)[]
  /** Prefixes are those of `matched`. */
  readonly weights: Weights
  /** Whether sizes are those of a fit; else they are taken from the record. */
  readonly isFitted: boolean
  /** Model tokens for one counted token. */
  readonly slope: number
  /** Our own count of a message of the file. */
  readonly countOf: (message: Message) => number
  readonly parts: readonly (readonly Part[])[]
  /** Model tokens of each part: those of its message, shared out as its parts count. */
  readonly partTokens: readonly (readonly number[])[]
  /** Our own count of each part. */
  readonly partCounts: readonly (readonly number[])[]
}

/** Matches the requests of a task to its messages, and weighs these by what was recorded. */
export function weighTask(
  task: RecordedTask,
  { counter, basis }: { readonly counter: TokenCounter; readonly basis: WeighingBasis },
): WeighedTask {
  const { messages, usage } = task
  const matches = matchRequests(messages, usage)
  const splits = recordedSplits(usage.requests)
  const { parts, counts, countOf } = countParts(messages, counter)
  const weighing = { task, splits, countOf }
  const { whole, unplayed, lines, slope } = wholeRequests(matches, weighing)
  const contexts = sentContexts(task, whole, splits)
  const overheadAt = createOverheadAt(lines, whole)
  const { leftOut } = weighByRecord(contexts, countOf, slope, overheadAt)
  const matched = whole.filter(({ requestIndex }) => !leftOut.has(requestIndex))
  const others = [...leftOut].map(([request, reason]) => unmatchedOf(request, reason))
  const unmatched = [...unplayed, ...others]
  const charged = chargedRequests(task, { matched: matches.matched, unmatched: unplayed }, splits)
  const found = sentRequests(matched, charged, { ...weighing, slope, overheadAt })
  const { sent } = found
  const isFitted = basis === 'model' && lines !== null
  const weights = isFitted
    ? weighByFit(found.contexts, countOf, slope, found.weights.prefixes, overheadAt)
    : found.weights
  const tokensOf = (message: Message): number =>
    weights.tokensOf.get(message) ?? Math.round(slope * countOf(message))
  const withPrefix = sent.map((one) => ({ ...one, prefix: weights.prefixes[one.prefixAt] ?? noPrefix }))
  const played = new Set(sent.map(({ requestIndex }) => requestIndex))
  const lost = new Set(charged.lost)
  return {
    matched,
    sent: withPrefix,
    unmatched,
    unsent: unmatched
      .filter(({ requestIndex }) => !played.has(requestIndex))
      .map((one) => ({ ...one, text: whyUnsent(one, lost, found.others) })),
    splits,
    weights: {
      ...weights,
      prefixes: withPrefix.flatMap(({ isAnswered, prefix }) => (isAnswered ? [prefix] : [])),
    },
    isFitted,
    slope,
    countOf,
    parts,
    partTokens: messages.map((message, index) => shareOut(counts[index] ?? [], tokensOf(message))),
    partCounts: counts,
  }
}

const noPrefix: Prefix = { name: '', tokens: 0 }

/** Why nobody knows what a request sent, for a person. */
function whyUnsent(
  { requestIndex, text }: UnmatchedRequest,
  lost: ReadonlySet<number>,
  others: ReadonlySet<number>,
): string {
  if (lost.has(requestIndex))
    return 'No answer is recorded before the next request, and which messages it sent is not told.'
  return others.has(requestIndex)
    ? 'No answer is recorded before the next request, and its recorded input is not that of the messages before it, so what it sent is not known.'
    : text
}

/** Fewer requests than this fix no line. */
const leastPoints = 5

/** The requests of which the file holds all that they sent, those of which it does not, and the lines of the former. */
function wholeRequests(
  { matched, unmatched }: RequestMatches,
  { task, splits, countOf }: Pick<Weighing, 'task' | 'splits' | 'countOf'>,
): {
  readonly whole: readonly MatchedRequest[]
  readonly unplayed: readonly UnmatchedRequest[]
  readonly lines: FittedLines | null
  /** Model tokens for one counted token. */
  readonly slope: number
} {
  const contexts = sentContexts(task, matched, splits)
  const points = pointsOf(contexts, countOf)
  // Where the range of some is not known, a line through all of them is none.
  const isUnnamed = isRangeUnnamed(task)
  const [first] = task.messages
  const firstCount = first === undefined ? undefined : countOf(first)
  const evidence = fileEvidence({ ...task, matches: { matched, unmatched }, firstCount })
  const groupBetween = createGroupBetween(evidence)
  const apart = points.map((one) => ({ ...one, group: groupBetween(one.requestIndex, one.group) }))
  const contextsApart = contexts.map((one) => ({ ...one, group: groupBetween(one.request, one.group) }))
  const line = isUnnamed ? null : fitLines(apart)
  const slope = line?.slope ?? slopeOfSteps(contextsApart, countOf) ?? usualSlope
  const lost = lostHistory(points, slope, evidence)
  const otherwise = isUnnamed ? offTheirLevel(points, slope) : new Set<number>()
  const isWhole = ({ requestIndex }: { readonly requestIndex: number }): boolean =>
    !lost.has(requestIndex) && !otherwise.has(requestIndex)
  const left = apart.filter(isWhole)
  const lines = left.length < leastPoints ? null : fitLines(left)
  return {
    whole: matched.filter(isWhole),
    unplayed: [
      ...unmatched.filter(isWhole),
      ...[...lost].map((request) => unmatchedOf(request, 'lost-history')),
      ...[...otherwise].map((request) => unmatchedOf(request, 'sent-less')),
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

/** Our count of what each request sent, and its recorded input. */
function pointsOf(contexts: readonly SentContext[], countOf: (message: Message) => number): LinePoint[] {
  let x = 0
  return contexts.flatMap(({ request, added, gone, inputTokens, group }): LinePoint[] => {
    x += sum(added.map(countOf)) - sum(gone.map(countOf))
    return inputTokens === null ? [] : [{ x, y: inputTokens, requestIndex: request, group }]
  })
}

/** The overhead of the stretch that a request is in; null where it is none of its model and mode. */
function createOverheadAt(lines: FittedLines | null, requests: readonly MatchedRequest[]): OverheadAt {
  const groups = new Map(requests.map((one) => [one.requestIndex, groupOf(one)]))
  const stretches = (lines?.stretches ?? []).map((own) => ({ ...own, group: groups.get(own.firstRequest) }))
  return (request, group) => {
    const like = stretches.filter((own) => own.group === group)
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
