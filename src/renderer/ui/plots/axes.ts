/** Turns values into places, and says which of them are lettered. */
export type Axis = {
  /** The values at both ends. */
  readonly domain: readonly [number, number]
  /** Pixels of a value. */
  readonly place: (value: number) => number
  /** The value at a place. */
  readonly invert: (place: number) => number
  readonly ticks: readonly number[]
}

/** Part of a series by index. Both ends inclusive. */
export type PointRange = { readonly from: number; readonly to: number }

/** An axis between two values, from `start` to `end` in pixels with given ticks. */
export function createLinearAxis(
  domain: Axis['domain'],
  start: number,
  end: number,
  ticks: readonly number[],
): Axis {
  const [from, to] = domain
  return {
    domain,
    ticks,
    place: (value) => start + ((value - from) / (to - from || 1)) * (end - start),
    invert: (place) => from + ((place - start) / (end - start || 1)) * (to - from),
  }
}

/**
 * An axis from `start` to `end` in pixels that holds all values and is lettered with round figures, both ends among
 * them: about `count` steps of 1, 2 or 5 times a power of ten.
 */
export function createNiceAxis(values: readonly number[], start: number, end: number, count = 5): Axis {
  const ticks = computeNiceTicks(values, count)
  return createLinearAxis([ticks[0] ?? 0, ticks.at(-1) ?? 1], start, end, ticks)
}

function computeNiceTicks(values: readonly number[], count: number): readonly number[] {
  const [low, high] = findValueRange(values)
  if (low === undefined || high === undefined) return [0, 1]
  const step = roundStep((high - low || Math.abs(high) || 1) / count)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  // Without what binary fractions leave behind.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** Nearer to the ends than this share of a step, a round number would crowd theirs. */
const leastShare = 0.5

/**
 * An axis of whole numbers, ascending, from the first to the last of them and no further. It is lettered at both, and at
 * round ones among the others. A single value stands in the middle.
 */
export function createWholeAxis(values: readonly number[], start: number, end: number, most: number): Axis {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const round = computeWholeTicks(first, last, most)
  const [one = 0, other = one] = round
  const known = new Set(values)
  const between = round.filter(
    (tick) => known.has(tick) && Math.min(tick - first, last - tick) >= leastShare * (other - one),
  )
  const domain = first === last ? ([first - 0.5, last + 0.5] as const) : ([first, last] as const)
  return createLinearAxis(domain, start, end, [...new Set([first, ...between, last])])
}

/** The axis of messages or requests that have a slot each, all of one width: a slot goes from its number to the next. */
export type SlotAxis = Axis & {
  readonly range: PointRange
  /** The middle of a slot, in pixels. */
  readonly middle: (index: number) => number
  /** The slot at a place, held to the range. */
  readonly findIndex: (place: number) => number
}

/** An axis over a range of slots, from `start` to `end` in pixels. The ticks are slots whose numbers are lettered. */
export function createSlotAxis(range: PointRange, start: number, end: number): SlotAxis {
  const count = Math.max(1, range.to - range.from + 1)
  const width = (end - start) / count
  const ticks = computeWholeTicks(range.from, range.to, Math.max(2, Math.floor((end - start) / 90)))
  const axis = createLinearAxis([range.from, range.from + count], start, end, ticks)
  return {
    ...axis,
    range,
    middle: (index) => axis.place(index + 0.5),
    findIndex: (x) =>
      Math.min(range.to, Math.max(range.from, range.from + Math.floor((x - start) / Math.max(1e-9, width)))),
  }
}

/** The least step of 1, 2 or 5 times a power of ten that is not smaller than another one. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10)
}

/** Whole numbers within a range, with round steps, at most about `most` of them. */
function computeWholeTicks(from: number, to: number, most: number): number[] {
  const step = roundStep(Math.max(1, (to - from) / most))
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step)
}

/** The smallest and the largest of values, however many there are. Nothing of none. */
export function findValueRange(values: readonly number[]): readonly number[] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [] : [low, high]
}

/** The one of some values whose place is nearest to another place. The first of equals, and 0 without any. */
export function findNearestValue(
  values: readonly number[],
  place: number,
  placeOf: (value: number) => number = (value) => value,
): number {
  const measureDistance = (value: number): number => Math.abs(placeOf(value) - place)
  return values.reduce(
    (best, value) => (measureDistance(value) < measureDistance(best) ? value : best),
    values[0] ?? 0,
  )
}

/** Marks that a chart draws at most. More are not seen on any screen. */
export const mostMarks = 1500

/** Marks that are worth drawing over so many pixels. */
export function countDrawableMarks(widthPx: number): number {
  return Math.max(2, Math.min(mostMarks, Math.round(widthPx)))
}

/**
 * Indices in a range that are worth drawing: all of them up to `most`, else the ends, and of each of equal buckets the
 * lowest and the highest, so that no peak and no fall is lost.
 */
export function thinPoints(
  values: readonly number[],
  { from, to }: PointRange,
  most: number,
): readonly number[] {
  const count = to - from + 1
  if (count <= most) return Array.from({ length: Math.max(0, count) }, (_, at) => from + at)
  const buckets = Math.max(1, Math.floor((most - 2) / 2))
  const kept = new Set([from])
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const start = from + Math.floor((bucket * count) / buckets)
    const end = from + Math.floor(((bucket + 1) * count) / buckets)
    let [low, high] = [start, start]
    for (let index = start; index < end; index += 1) {
      if ((values[index] ?? 0) < (values[low] ?? 0)) low = index
      if ((values[index] ?? 0) > (values[high] ?? 0)) high = index
    }
    kept.add(Math.min(low, high)).add(Math.max(low, high))
  }
  return [...kept.add(to)]
}
