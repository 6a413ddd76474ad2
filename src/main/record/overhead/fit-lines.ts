import { computeMean, sum } from '../../../shared/kernel/numbers.ts'

/** One request: our count of what it saw, and what was recorded. */
export type LinePoint = {
  readonly x: number
  readonly y: number
  readonly requestIndex: number
  /** What changes where a new line is expected. */
  readonly group: string
  /** How often the context had been condensed before: there a new line begins too, which has the slope of the others. */
  readonly condensed?: number
}

/** Consecutive requests with one intercept. */
export type Segment = {
  /** Indices of recorded requests, both inclusive. */
  readonly firstRequest: number
  readonly lastRequest: number
  readonly intercept: number
  readonly points: number
}

export type FittedLines = {
  readonly slope: number
  /** Share of the variance within segments that the slope explains. */
  readonly r2: number
  readonly stretches: readonly Segment[]
  /** Indices of recorded requests that lie off their line. */
  readonly outliers: readonly number[]
  /** Mean distance of the points from their line, tokens. */
  readonly meanErrorTokens: number
}

/** Steps off the line by fewer tokens than this, or by this share of the input, are noise. */
const noise = { tokens: 1000, share: 0.02 }
/** Normal deviations for one median absolute deviation, times the four deviations that are allowed. */
const allowedDeviations = 4 * 1.4826

/** A slope that is off by a little leaves many points behind: one that leaves fewer is looked for so often. */
const mostRounds = 4

/**
 * Parallel lines through points in order: a new one where the group changes, or where the points step to another level
 * and stay there. A point that steps off and back is an outlier. First a slope that outliers cannot move (the median
 * of the slopes from point to point, weighted by distance), then least squares on what lies near its line, and the same
 * from the slope that this gives as long as fewer points are off. No intercept is below 0, or above the least of its
 * points. Null where the points have no width, or do not rise.
 */
export function fitLines(points: readonly LinePoint[]): FittedLines | null {
  const apart = fitInRounds(points)
  if (apart === null || points.every(({ condensed = 0 }) => condensed === 0)) return apart
  // Between condensations that follow each other closely nothing tells a slope.
  const together = fitInRounds(points.map((point) => ({ ...point, condensed: 0 })))
  return together !== null && together.outliers.length < apart.outliers.length ? together : apart
}

function fitInRounds(points: readonly LinePoint[]): FittedLines | null {
  const rough = estimateSlope(points)
  if (rough === null) return null
  let best = fitFrom(points, rough)
  for (let round = 1; round < mostRounds && best !== null && best.outliers.length > 0; round += 1) {
    const next = fitFrom(points, best.slope)
    if (next === null || next.outliers.length >= best.outliers.length) break
    best = next
  }
  return best
}

function fitFrom(points: readonly LinePoint[], rough: number): FittedLines | null {
  const { segments, outliers } = splitAtSteps(points, rough)
  const near = segments.map((own) => splitByDistance(own, rough))
  const all = near.flatMap(({ kept }) => kept)
  const first = fitParallel(all, 'any')
  // Below nothing lies no system prompt: such requests did not see the whole of what is counted.
  const canSeeAll = (_: unknown, at: number): boolean => (first?.intercepts[at] ?? 0) >= -noise.tokens
  const left = all.filter(canSeeAll)
  const partial = all.filter((own, at) => !canSeeAll(own, at)).flat()
  const fit = fitParallel(left, 'bounded')
  if (fit === null) return null
  const errors = left.flatMap((own, at) =>
    own.map(({ x, y }) => Math.abs(y - fit.slope * x - (fit.intercepts[at] ?? 0))),
  )
  return {
    slope: fit.slope,
    r2: fit.r2,
    stretches: left.map((own, at) => ({
      firstRequest: own[0]?.requestIndex ?? 0,
      lastRequest: own.at(-1)?.requestIndex ?? 0,
      intercept: fit.intercepts[at] ?? 0,
      points: own.length,
    })),
    outliers: [...outliers, ...partial, ...near.flatMap(({ off }) => off)]
      .map(({ requestIndex }) => requestIndex)
      .toSorted((a, b) => a - b),
    meanErrorTokens: errors.reduce((sum, error) => sum + error, 0) / errors.length,
  }
}

function estimateSlope(points: readonly LinePoint[]): number | null {
  const steps = points.slice(1).flatMap((point, index) => {
    const before = points[index]
    if (before === undefined || before.group !== point.group || before.x === point.x) return []
    const width = point.x - before.x
    return [{ slope: (point.y - before.y) / width, weight: Math.abs(width) }]
  })
  const half = steps.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const { slope, weight } of steps.toSorted((a, b) => a.slope - b.slope)) {
    passed += weight
    if (passed >= half) return slope > 0 ? slope : null
  }
  return null
}

function splitAtSteps(points: readonly LinePoint[], slope: number) {
  const segments: LinePoint[][] = []
  const outliers: LinePoint[] = []
  const computeLevel = (point: LinePoint): number => point.y - slope * point.x
  const isLike = (one: LinePoint, other: LinePoint | null | undefined): boolean =>
    one.group === other?.group && one.condensed === other.condensed
  let before: LinePoint | null = null
  points.forEach((point, index) => {
    const limit = Math.max(noise.tokens, noise.share * point.y)
    const isNear = (other: LinePoint): boolean =>
      before !== null && Math.abs(computeLevel(other) - computeLevel(before)) <= limit
    const next = points[index + 1]
    const isStep = isLike(point, before) && !isNear(point)
    if (isStep && next !== undefined && isLike(next, point) && isNear(next)) {
      outliers.push(point)
      return
    }
    if (isStep || !isLike(point, before)) segments.push([])
    segments.at(-1)?.push(point)
    before = point
  })
  return { segments, outliers }
}

/** So many points after each other that are off a line are on another one: small steps add up. */
const leastRun = 3

/** What lies within the noise of a segment's middle line, what is a line of its own beside it, and what is off. */
function splitByDistance(points: readonly LinePoint[], slope: number) {
  const levels = points.map(({ x, y }) => y - slope * x)
  const middle = computeMedian(levels)
  const spread = computeMedian(levels.map((level) => Math.abs(level - middle)))
  const isNear = ({ x, y }: LinePoint): boolean =>
    Math.abs(y - slope * x - middle) <= Math.max(noise.tokens, noise.share * y, allowedDeviations * spread)
  const runs: LinePoint[][] = []
  points.forEach((point, at) => {
    const before = points[at - 1]
    if (before === undefined || isNear(before) !== isNear(point)) runs.push([])
    runs.at(-1)?.push(point)
  })
  const isLine = (run: readonly LinePoint[]): boolean => run.length >= leastRun && !run.every(isNear)
  // What is near on both sides of a line of its own has one line still.
  const kept = [points.filter(isNear), ...runs.filter(isLine)].filter((own) => own.length > 0)
  return { kept, off: runs.filter((run) => !run.every(isNear) && !isLine(run)).flat() }
}

/** Intercepts that leave their bounds are fixed there; each fixes others, if any, and the last ones are cut off. */
const mostFixings = 8

/** Least squares with one slope and an intercept for each segment: any, or one from 0 to the least of its points. */
function fitParallel(segments: readonly (readonly LinePoint[])[], intercept: 'any' | 'bounded') {
  const own = segments.map(sumSegment)
  const sumKey = (key: 'sxx' | 'syy' | 'sxy'): number => sum(own.map((one) => one[key]))
  const [sxx, syy, sxy] = [sumKey('sxx'), sumKey('syy'), sumKey('sxy')]
  if (sxx === 0 || syy === 0) return null
  const r2 = sxy ** 2 / (sxx * syy)
  const computeFreeIntercept = (one: SegmentSums, slope: number): number => one.y - slope * one.x
  const fixed = new Map<SegmentSums, number>()
  let slope = computeSlope(own, fixed)
  if (intercept === 'any')
    return { slope, r2, intercepts: own.map((one) => computeFreeIntercept(one, slope)) }
  const computeBoundedIntercept = (one: SegmentSums): number =>
    Math.min(Math.max(0, computeFreeIntercept(one, slope)), one.least)
  for (let round = 0; round < mostFixings; round += 1) {
    const outside = own.filter(
      (one) => !fixed.has(one) && computeBoundedIntercept(one) !== computeFreeIntercept(one, slope),
    )
    if (outside.length === 0) break
    for (const one of outside) fixed.set(one, computeBoundedIntercept(one))
    slope = computeSlope(own, fixed)
  }
  return { slope, r2, intercepts: own.map(computeBoundedIntercept) }
}

type SegmentSums = ReturnType<typeof sumSegment>

/** Means of a segment, sums around them, and its least y. */
function sumSegment(points: readonly LinePoint[]) {
  const [x, y] = [computeMean(points.map((point) => point.x)), computeMean(points.map((point) => point.y))]
  return {
    count: points.length,
    x,
    y,
    sxx: sum(points.map((point) => (point.x - x) ** 2)),
    syy: sum(points.map((point) => (point.y - y) ** 2)),
    sxy: sum(points.map((point) => (point.x - x) * (point.y - y))),
    least: points.reduce((least, point) => Math.min(least, point.y), Infinity),
  }
}

/** Of a segment whose intercept is fixed, the points lie around that and no longer around their mean. */
function computeSlope(segments: readonly SegmentSums[], fixed: ReadonlyMap<SegmentSums, number>): number {
  let [above, below] = [0, 0]
  for (const one of segments) {
    const intercept = fixed.get(one)
    above += one.sxy + (intercept === undefined ? 0 : one.count * one.x * (one.y - intercept))
    below += one.sxx + (intercept === undefined ? 0 : one.count * one.x ** 2)
  }
  return above / below
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
