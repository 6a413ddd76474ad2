import { formatSurroundingsGroup } from '../requests/surroundings.ts'
import { findCachedTokens, readRecordedInput } from '../usage/cached-tokens.ts'
import type { FileEvidence } from './find-file-evidence.ts'
import type { LinePoint } from './fit-lines.ts'

/** So far from the overhead of its model and mode, a request has sent what is not in the file. */
const overheadShare = 0.1
/** An input below this share of the one before it was truncated or condensed. */
const fallShare = 0.9
/** Lost tokens may make up this share of the first overhead of a model and mode that is seen behind them. */
const excessShare = 1 / 6

/**
 * Requests that sent messages which are no longer in the file: agents that truncate or condense in place (classic Roo,
 * old Cline) delete them, and so do people. What is recorded of later ones is more than what is left of their messages
 * with the overhead of their model and mode. That overhead is known from requests with nothing lost before them, from the
 * first request, and from one at which the input fell while model and mode stayed, as at a truncation. Another mode has
 * another overhead, so one that is seen only behind a loss tells nothing, and its requests are taken as lost.
 * `points` are the requests whose answers are there, in order; `slope` is model tokens per counted token. Those whose own
 * answer was deleted are among them.
 */
export function findLostHistory(
  points: readonly LinePoint[],
  slope: number,
  evidence: FileEvidence,
): ReadonlySet<number> {
  const { losses, unanswered, unmeasured } = evidence
  const [firstLoss] = losses
  if (firstLoss === undefined) return new Set()
  const isWhole = findWholePoints(points, slope, evidence)
  const isLostBetween = (from: number, to: number): boolean =>
    losses.some((loss) => loss >= from && loss < to)
  const deleted = unanswered.filter((request) => {
    const after = points.findIndex(({ requestIndex }) => requestIndex > request)
    const isKept =
      after < 0 ? (isWhole.at(-1) ?? (request === 0 && firstLoss === 0)) : isWhole[after] === true
    return request >= firstLoss && !isKept
  })
  const others = unmeasured.filter((one) => {
    const request = one.requestIndex
    const isLike = points.some(
      ({ group }, at) => isWhole[at] === true && group === formatSurroundingsGroup(one),
    )
    const after = points.findIndex(({ requestIndex }) => requestIndex > request)
    const before = after < 0 ? points.length - 1 : after - 1
    const isAsBefore = isWhole[before] ?? true
    const isAsAfter = isWhole[after] === true && !isLostBetween(request, points[after]?.requestIndex ?? 0)
    const isWholeToo =
      isAsAfter || (isAsBefore && !isLostBetween(points[before]?.requestIndex ?? -1, request))
    return !isLike || !isWholeToo
  })
  return new Set([
    ...deleted,
    ...others.map(({ requestIndex }) => requestIndex),
    ...points.flatMap(({ requestIndex }, at) => (isWhole[at] === true ? [] : [requestIndex])),
  ])
}

/** A name for a request's model and mode that changes at each loss too: what no loss lies in says what messages have. */
export function createGroupBetween({ losses }: Pick<FileEvidence, 'losses'>) {
  return (request: number, group: string): string =>
    `${losses.filter((loss) => loss < request).length}\n${group}`
}

/** For each request whether all that it sent is there. */
function findWholePoints(
  points: readonly LinePoint[],
  slope: number,
  evidence: FileEvidence,
): readonly boolean[] {
  const { losses, restarts, unasked } = evidence
  const known = findKnownOverheads(points, slope, evidence)
  let before = -1
  let isWhole = true
  /** What of the level of a whole request may be lost messages, tokens. */
  let excess = 0
  return points.map((point) => {
    const { requestIndex, group } = point
    const level = computeLevel(point, slope)
    const restart = restarts.findLast((own) => own > before && own <= requestIndex)
    const from = restart ?? before
    const isAsBefore =
      (isWhole || restart !== undefined) && !losses.some((loss) => loss >= from && loss < requestIndex)
    if (restart !== undefined) excess = 0
    before = requestIndex
    const overhead = known.get(group)
    if (unasked.has(requestIndex)) isWhole = false
    else if (overhead === undefined) {
      isWhole = isAsBefore && excess <= excessShare * level
      if (isWhole) known.set(group, level)
    } else if (!isAsBefore) {
      isWhole = Math.abs(level - overhead) <= overheadShare * overhead
      excess = Math.max(0, level - overhead)
    }
    return isWhole
  })
}

const computeLevel = ({ x, y }: LinePoint, slope: number): number => y - slope * x

/** The overhead of each model and mode of which a request shows it: the middle of those with nothing lost before them. */
function findKnownOverheads(
  points: readonly LinePoint[],
  slope: number,
  { requests, losses, restarts, opening }: FileEvidence,
): Map<string, number> {
  const input = readRecordedInput(requests, 0, findCachedTokens(requests))
  const sure = points.filter(({ requestIndex }) => {
    const from = restarts.findLast((own) => own <= requestIndex) ?? -1
    return !losses.some((loss) => loss >= from && loss < requestIndex)
  })
  if (opening !== null && input > 0)
    sure.push({ x: opening.count, y: input, requestIndex: 0, group: opening.group })
  const known = new Map<string, number>()
  for (const [group, own] of Map.groupBy(sure, (point) => point.group)) {
    const levels = own.map((point) => computeLevel(point, slope)).toSorted((one, other) => one - other)
    const level = levels[levels.length >> 1] ?? 0
    if (level > 0) known.set(group, level)
  }
  const truncated = findTruncatedPoint(points, { requests, losses })
  if (truncated !== null && !known.has(truncated.group)) {
    const level = computeLevel(truncated, slope)
    if (level > 0) known.set(truncated.group, level)
  }
  return known
}

/**
 * The request at which an agent last truncated or condensed: clearly less input than the one before, which the next one
 * bears out and no other model or mode explains. Agents keep their latest answers and the opening; where these are gone,
 * a person deleted messages, and what fell when is not known.
 */
function findTruncatedPoint(
  points: readonly LinePoint[],
  { requests, losses }: Pick<FileEvidence, 'requests' | 'losses'>,
): LinePoint | null {
  const cached = findCachedTokens(requests)
  const inputs = requests.flatMap((_, index) => {
    const input = readRecordedInput(requests, index, cached)
    return input > 0 ? [{ index, input }] : []
  })
  const last = inputs.findLastIndex(({ input }, at) => {
    const [before, after] = [inputs[at - 1], inputs[at + 1]]
    // One request that was sent something else says nothing of the others.
    const comesBack = before !== undefined && after !== undefined && after.input >= before.input
    return before !== undefined && input < fallShare * before.input && !comesBack
  })
  const [before, at] = [last - 1, last].map((place) =>
    points.find(({ requestIndex }) => requestIndex === inputs[place]?.index),
  )
  const isLost = losses.some((loss) => loss === -1 || loss >= (before?.requestIndex ?? 0))
  return at === undefined || at.group !== before?.group || isLost ? null : at
}
