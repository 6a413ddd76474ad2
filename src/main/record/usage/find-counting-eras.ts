/** A request with cached tokens: its recorded input, and what was read from the cache or written to it. */
export type CachedRequest = { readonly input: number; readonly cached: number }

/** So many requests in a row at least are an era by themselves; fewer need all signs of one. */
const leastRequests = 3
/** So many of the requests of an era have to be such as the other one hardly has. */
const typicalShare = 2 / 3
/** Input that holds the cached tokens and little else, */
const mostUncached = 0.1
/** and input that cannot hold them. */
const leastTimes = 2
/** Nobody changes agents more often within a task; what contradicts the others besides is made up of wrong figures. */
const mostSegments = 20
/** Contexts that double or halve do not go on, in logarithms. */
const mostJump = Math.LN2

/**
 * For each request whether its cached tokens come on top of its input; else the input holds them. Most of them decide for
 * all. But an agent that is updated while it works on a task counts in another way from there on: a segment that
 * contradicts the others is read in its own way where its requests are such as the other way hardly makes, or where its
 * contexts go on from those beside it only so. Read wrongly, they would about double from one request to the next.
 */
export function findCountingEras(requests: readonly CachedRequest[]): readonly boolean[] {
  const exceeding = requests.filter(exceedsInput).length
  const whole = exceeding >= requests.length - exceeding
  let onTop: readonly boolean[] = requests.map(() => whole)
  for (let found = 0; found < mostSegments; found += 1) {
    const segment = findMostContradicting(requests, onTop)
    if (segment === null || !isEra(requests, onTop, segment)) return onTop
    const { from, to } = segment
    onTop = onTop.map((own, at) => (at >= from && at < to ? !own : own))
  }
  return onTop
}

/** Whether a request has more cached tokens than input, so that these come on top, or a figure is wrong. */
function exceedsInput({ input, cached }: CachedRequest): boolean {
  return cached > input
}

/** What a request sent, in either way of counting. */
function measureSent({ input, cached }: CachedRequest, isOnTop: boolean): number {
  return isOnTop ? input + cached : input
}

/** Requests from a place on, and up to before another one. */
type Segment = { readonly from: number; readonly to: number }

/** The segment in which requests that contradict how they are read outnumber the others most; null without any. */
function findMostContradicting(
  requests: readonly CachedRequest[],
  onTop: readonly boolean[],
): Segment | null {
  let best: (Segment & { readonly sum: number }) | null = null
  let from = 0
  let sum = 0
  for (const [at, request] of requests.entries()) {
    if (sum <= 0) [from, sum] = [at, 0]
    sum += exceedsInput(request) === onTop[at] ? -1 : 1
    if (sum > (best?.sum ?? 0)) best = { from, to: at + 1, sum }
  }
  return best
}

function isEra(
  requests: readonly CachedRequest[],
  onTop: readonly boolean[],
  { from, to }: Segment,
): boolean {
  const own = requests.slice(from, to)
  const typical = own.filter((request) => isTypical(request, onTop[from] !== true)).length
  const isTypicalEra = typical >= typicalShare * own.length
  const isLong = own.length >= leastRequests
  const jumps = measureJumps(requests, onTop, { from, to }, true)
  const isBetter = jumps < measureJumps(requests, onTop, { from, to }, false)
  if (isLong) return isBetter || isTypicalEra
  return isBetter && isTypicalEra && jumps < mostJump
}

function isTypical({ input, cached }: CachedRequest, isOnTop: boolean): boolean {
  return isOnTop ? cached >= leastTimes * input : input - cached <= mostUncached * input
}

/** How far contexts jump where a segment begins and ends, with its requests read as they are or the other way. */
function measureJumps(
  requests: readonly CachedRequest[],
  onTop: readonly boolean[],
  { from, to }: Segment,
  isOtherWay: boolean,
): number {
  const measureSizeByIndex = (at: number): number | null => {
    const request = requests[at]
    const isInside = at >= from && at < to
    return request === undefined
      ? null
      : measureSent(request, (onTop[at] === true) !== (isOtherWay && isInside))
  }
  const jump = (at: number): number => {
    const [before, after] = [measureSizeByIndex(at - 1), measureSizeByIndex(at)]
    return before === null || after === null
      ? 0
      : Math.abs(Math.log(Math.max(1, after) / Math.max(1, before)))
  }
  return jump(from) + jump(to)
}
