import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { cachedTokensOf, recordedInput } from './cached-tokens.ts'
import type { FileEvidence } from './file-evidence.ts'
import type { LinePoint } from './fit-lines.ts'
import { groupOf } from './surroundings.ts'

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
export function lostHistory(
  points: readonly LinePoint[],
  slope: number,
  evidence: FileEvidence,
): ReadonlySet<number> {
  const { losses, unanswered, unmeasured } = evidence
  const [firstLoss] = losses
  if (firstLoss === undefined) return new Set()
  const isWhole = wholePoints(points, slope, evidence)
  const isLostBetween = (from: number, to: number): boolean =>
    losses.some((loss) => loss >= from && loss < to)
  const deleted = unanswered.filter((request) => {
    const after = points.findIndex(({ requestIndex }) => requestIndex > request)
    const isKept = after < 0 ? (isWhole.at(-1) ?? request === 0) : isWhole[after] === true
    return request >= firstLoss && !isKept
  })
  const others = unmeasured.filter((one) => {
    const request = one.requestIndex
    const isLike = points.some(({ group }, at) => isWhole[at] === true && group === groupOf(one))
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
function wholePoints(
  points: readonly LinePoint[],
  slope: number,
  evidence: FileEvidence,
): readonly boolean[] {
  const { losses } = evidence
  const falls = fallsOf(points, evidence)
  const known = knownOverheads(slope, evidence)
  let next = 0
  let isWhole = true
  /** What of the level of a whole request may be lost messages, tokens. */
  let excess = 0
  return points.map(({ x, y, requestIndex, group }) => {
    const level = y - slope * x
    const from = next
    while ((losses[next] ?? Infinity) < requestIndex) next += 1
    const isProven = isWhole && next === from
    if (evidence.unasked.has(requestIndex)) return (isWhole = false)
    const overhead = known.of(group)
    if (overhead !== null && !isProven) {
      isWhole = Math.abs(level - overhead) <= overheadShare * overhead
      excess = Math.max(0, level - overhead)
    } else if (overhead === null) {
      const isFall = next === from && falls.has(requestIndex)
      if (isFall) excess = 0
      isWhole = isFall || (isProven && excess <= excessShare * level)
    }
    if (isWhole && (next === 0 || overhead === null)) known.learn(group, level)
    return isWhole
  })
}

/** Overheads by model and mode: the middle of what requests show of which nothing is lost. */
function knownOverheads(slope: number, { requests, opening }: FileEvidence) {
  const levels = new Map<string, number[]>()
  const learn = (group: string, level: number): void => {
    if (level > 0) levels.set(group, [...(levels.get(group) ?? []), level])
  }
  const input = recordedInput(requests, 0, cachedTokensOf(requests))
  if (opening !== null && input > 0) learn(opening.group, input - slope * opening.count)
  const of = (group: string): number | null => {
    const own = (levels.get(group) ?? []).toSorted((one, other) => one - other)
    return own[own.length >> 1] ?? null
  }
  return { learn, of }
}

/**
 * Requests at which an agent truncated or condensed: clearly less input than the one before, which the next one bears out
 * and no other model or mode explains. Agents keep their latest answers and the opening; where these are gone, a person
 * deleted messages, and what fell when is not told.
 */
function fallsOf(points: readonly LinePoint[], { requests, losses }: FileEvidence): ReadonlySet<number> {
  if (losses[0] === -1) return new Set()
  const groups = new Map(points.map(({ requestIndex, group }) => [requestIndex, group]))
  const inputs = inputsOf(requests)
  return new Set(
    inputs.flatMap(({ index, input }, at) => {
      const [before, after] = [inputs[at - 1], inputs[at + 1]]
      if (before === undefined || input >= fallShare * before.input) return []
      const group = groups.get(index)
      const isSameGroup = group !== undefined && group === groups.get(before.index)
      // One request that was sent something else says nothing of the others.
      const comesBack = after !== undefined && after.input >= before.input
      return isSameGroup && !comesBack ? [index] : []
    }),
  )
}

function inputsOf(
  requests: readonly RequestUsage[],
): readonly { readonly index: number; readonly input: number }[] {
  const cached = cachedTokensOf(requests)
  return requests.flatMap((_, index) => {
    const input = recordedInput(requests, index, cached)
    return input > 0 ? [{ index, input }] : []
  })
}
