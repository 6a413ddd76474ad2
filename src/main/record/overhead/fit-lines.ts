/** One request: our count of what it saw, and what was recorded. */
export type LinePoint = {
  readonly x: number
  readonly y: number
  readonly requestIndex: number
  /** What changes where a new line is expected. */
  readonly group: string
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

/**
 * Parallel lines through points in order: a new one where the group changes, or where the points step to another level
 * and stay there. A point that steps off and back is an outlier. First a slope that outliers cannot move (the median
 * of the slopes from point to point, weighted by distance), then least squares on what lies near its line. Null where
 * the points have no width, or do not rise.
 */
export function fitLines(points: readonly LinePoint[]): FittedLines | null {
  const rough = roughSlope(points)
  if (rough === null) return null
  const { segments, outliers } = splitAtSteps(points, rough)
  const near = segments.map((own) => nearLine(own, rough))
  const all = near.map(({ kept }) => kept).filter((kept) => kept.length > 0)
  const first = fitParallel(all)
  // Below nothing lies no system prompt: such requests did not see the whole of what is counted.
  const seesAll = (_: unknown, at: number): boolean => (first?.intercepts[at] ?? 0) >= -noise.tokens
  const left = all.filter(seesAll)
  const partial = all.filter((own, at) => !seesAll(own, at)).flat()
  const fit = fitParallel(left)
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

function roughSlope(points: readonly LinePoint[]): number | null {
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
  let level: number | null = null
  let group: string | null = null
  points.forEach((point, index) => {
    const own = point.y - slope * point.x
    const limit = Math.max(noise.tokens, noise.share * point.y)
    const next = points[index + 1]
    const isStep = level !== null && point.group === group && Math.abs(own - level) > limit
    const comesBack =
      isStep && next?.group === group && Math.abs(next.y - slope * next.x - (level ?? 0)) <= limit
    if (comesBack) {
      outliers.push(point)
      return
    }
    if (level === null || point.group !== group || isStep) segments.push([])
    segments.at(-1)?.push(point)
    level = own
    group = point.group
  })
  return { segments, outliers }
}

/** What lies within the noise of a segment's middle line, and what does not. */
function nearLine(points: readonly LinePoint[], slope: number) {
  const levels = points.map(({ x, y }) => y - slope * x)
  const middle = median(levels)
  const spread = median(levels.map((level) => Math.abs(level - middle)))
  const isNear = ({ x, y }: LinePoint): boolean =>
    Math.abs(y - slope * x - middle) <= Math.max(noise.tokens, noise.share * y, allowedDeviations * spread)
  return { kept: points.filter(isNear), off: points.filter((point) => !isNear(point)) }
}

/** Least squares with one slope and an intercept for each segment. */
function fitParallel(segments: readonly (readonly LinePoint[])[]) {
  const means = segments.map((own) => ({
    x: own.reduce((sum, { x }) => sum + x, 0) / own.length,
    y: own.reduce((sum, { y }) => sum + y, 0) / own.length,
  }))
  let sxx = 0
  let syy = 0
  let sxy = 0
  segments.forEach((own, at) => {
    const mean = means[at] ?? { x: 0, y: 0 }
    for (const { x, y } of own) {
      sxx += (x - mean.x) ** 2
      syy += (y - mean.y) ** 2
      sxy += (x - mean.x) * (y - mean.y)
    }
  })
  if (sxx === 0 || syy === 0) return null
  const slope = sxy / sxx
  return { slope, r2: sxy ** 2 / (sxx * syy), intercepts: means.map(({ x, y }) => y - slope * x) }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
