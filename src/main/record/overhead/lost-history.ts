import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/domain/usage.ts'
import { cachedTokensOf, recordedInput } from '../usage/cached-tokens.ts'
import type { LinePoint } from './fit-lines.ts'
import type { UnmatchedRequest } from '../requests/match-requests.ts'
import { isAnswered } from '../requests/request-and-answer.ts'

/** What a record says of a history that an agent cut down in its file. */
export type FileEvidence = {
  readonly requests: readonly RequestUsage[]
  /** Answered requests whose answers are not in the file, ascending: what was deleted, if anything was. */
  readonly unanswered: readonly number[]
  /** Our count of the first message, where a person wrote it: agents that truncate keep it. Null elsewhere. */
  readonly firstCount: number | null
}

/** Requests that were answered, as their output says, by messages that are not in the file and that no record deleted. */
export function unansweredOf(
  { requests }: Pick<RecordedUsage, 'requests'>,
  unmatched: readonly UnmatchedRequest[],
): number[] {
  return unmatched.flatMap(({ requestIndex, reason }) => {
    const usage = requests[requestIndex]
    const isDeleted = reason === 'no-answer' && usage !== undefined && isAnswered({ ts: null, usage })
    return isDeleted ? [requestIndex] : []
  })
}

/** Our count of the first message where a person wrote it, so that the first request sent it; else null. */
export function firstCountOf(first: Message | undefined, count: number | undefined): number | null {
  return first?.role === 'user' && first.isSummary !== true ? (count ?? null) : null
}

/** So much above the overhead of its model and mode, a request has sent what is not in the file. */
const overheadShare = 0.2
/** An input below this share of the one before it was truncated, condensed, or is that of another mode. */
const fallShare = 0.9
/** Two requests that sent the same differ by less than this share. */
const sameShare = 0.05

/**
 * Requests that sent messages which are no longer in the file: agents that truncate or condense in place (classic Roo,
 * old Cline) delete the answers of earlier requests, so what is recorded of later ones is more than what is left of
 * their messages with the overhead of their model and mode. That overhead is known from requests with nothing lost
 * before them, from the first request, and from those after the input fell for the last time. `points` are the requests
 * whose answers are there, in order; `slope` is model tokens per counted token. Those whose own answer was deleted are
 * among them.
 */
export function lostHistory(
  points: readonly LinePoint[],
  slope: number,
  evidence: FileEvidence,
): ReadonlySet<number> {
  if (evidence.unanswered.length === 0) return new Set()
  const levels = points.map(({ x, y }) => y - slope * x)
  const falls = fallsOf(points, evidence.requests)
  const isAfterFall = points.map(({ requestIndex }) => {
    const lastLost = evidence.unanswered.findLast((index) => index < requestIndex) ?? -1
    return falls.some((fall) => fall > lastLost && fall <= requestIndex)
  })
  const lastFall = falls.at(-1) ?? Infinity
  const isLatest = points.map(({ requestIndex }, at) => isAfterFall[at] === true && requestIndex >= lastFall)
  const known = new Map<string, number>()
  const learn = (group: string, level: number): void => {
    if (level > 0) known.set(group, Math.max(known.get(group) ?? 0, level))
  }
  const anchor = firstLevel(points, slope, evidence)
  if (anchor !== null) learn(anchor.group, anchor.level)
  const isMore = points.map(({ x, y }) => anchor !== null && x === anchor.x && y > (1 + sameShare) * anchor.y)
  const isWhole = (): boolean[] =>
    wholePoints(points, evidence.unanswered, { levels, isLatest, isMore, known })
  isWhole().forEach((whole, at) => {
    if (whole) learn(points[at]?.group ?? '', levels[at] ?? 0)
  })
  const most = Math.max(0, ...known.values())
  for (const [group, own] of Map.groupBy(
    points.map(({ group }, at) => ({ group, at })),
    ({ group }) => group,
  )) {
    const candidates = own.filter(({ at }) => isAfterFall[at] === true).map(({ at }) => levels[at] ?? 0)
    const least = Math.min(...candidates)
    if (!known.has(group) && candidates.length > 0 && (most === 0 || isWithin(least, most)))
      learn(group, least)
  }
  return new Set([
    ...evidence.unanswered.filter((index) => falls.some((fall) => fall > index)),
    ...isWhole().flatMap((whole, at) => (whole ? [] : (points[at]?.requestIndex ?? []))),
  ])
}

const isWithin = (level: number, overhead: number): boolean => level <= (1 + overheadShare) * overhead

type Known = {
  readonly levels: readonly number[]
  readonly isLatest: readonly boolean[]
  /** Whether it sent more than the first request, of whose messages it has no more. */
  readonly isMore: readonly boolean[]
  /** The overhead of a model and mode. */
  readonly known: ReadonlyMap<string, number>
}

/** For each request whether all that it sent is there. */
function wholePoints(
  points: readonly LinePoint[],
  unanswered: readonly number[],
  { levels, isLatest, isMore, known }: Known,
): boolean[] {
  let isWhole = true
  let next = 0
  return points.map(({ requestIndex, group }, at) => {
    const from = next
    while ((unanswered[next] ?? Infinity) < requestIndex) next += 1
    if (isWhole && next === from) return true
    const overhead = known.get(group)
    if (isMore[at] === true) return (isWhole = false)
    isWhole = isLatest[at] === true || (overhead !== undefined && isWithin(levels[at] ?? 0, overhead))
    return isWhole
  })
}

/** Requests with clearly less input than the one before, which neither another model or mode nor the next one explains. */
function fallsOf(points: readonly LinePoint[], requests: readonly RequestUsage[]): readonly number[] {
  const cached = cachedTokensOf(requests)
  const groups = new Map(points.map(({ requestIndex, group }) => [requestIndex, group]))
  const inputs = requests.flatMap((_, index) => {
    const input = recordedInput(requests, index, cached)
    return input > 0 ? [{ index, input, group: groups.get(index) }] : []
  })
  return inputs.flatMap(({ index, input, group }, at) => {
    const [before, after] = [inputs[at - 1], inputs[at + 1]]
    if (before === undefined || input >= fallShare * before.input) return []
    const isOtherGroup = group !== undefined && before.group !== undefined && group !== before.group
    // One request that was sent something else says nothing of the others.
    const comesBack = after !== undefined && after.input >= before.input
    return isOtherGroup || comesBack ? [] : [index]
  })
}

/** The overhead of the first request, whose answer is gone: it sent the first message. */
function firstLevel(
  points: readonly LinePoint[],
  slope: number,
  { requests, unanswered, firstCount }: FileEvidence,
): { readonly group: string; readonly level: number; readonly x: number; readonly y: number } | null {
  const input = recordedInput(requests, 0, cachedTokensOf(requests))
  const group = points[0]?.group
  if (unanswered[0] !== 0 || firstCount === null || input === 0 || group === undefined) return null
  return { group, level: input - slope * firstCount, x: firstCount, y: input }
}
