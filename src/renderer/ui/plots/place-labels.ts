import { findLargest, findSmallest } from '../../../shared/kernel/find-extreme.ts'
/** A place in a plot, in pixels. */
export type Place = { readonly x: number; readonly y: number }

/** A part of a plot, in pixels. */
export type Box = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A text that wants to stand in a plot. */
export type Label = {
  readonly id: string
  /** The longest first. Of shorter ones the first that finds a place stands for it. */
  readonly texts: readonly string[]
  /** Where a text of some width may begin, and its baseline. The best place first. */
  readonly places: (width: number) => readonly Place[]
  /** Room that it wants above it, in pixels. */
  readonly room?: number
  /** Where it stands if it covers something everywhere. Absent where it is left out then. */
  readonly last?: (width: number) => Place
}

/** A text where it stands; `x` is where it begins, `y` its baseline. */
export type PlacedLabel = Place & { readonly id: string; readonly text: string }

/** One character of the 11 px that the charts are lettered in. A little too wide rather than too narrow. */
export const charWidth = 6.2
/** From one line of words to the next, in pixels. */
export const lineHeight = 13
/** From the baseline of a text to its top and to its bottom. */
const [ascent, descent] = [9, 2]

/**
 * Sets each label at the first of its places where it covers neither one before it nor anything taken. Of places that
 * are free, at the one that the fewest pixels of lines go through. Deterministic.
 */
export function placeLabels(
  labels: readonly Label[],
  taken: readonly Box[] = [],
  lines: readonly (readonly Place[])[] = [],
): readonly PlacedLabel[] {
  const boxes = [...taken]
  return labels.flatMap(({ id, texts, places, last, room = 0 }) => {
    const found = texts.flatMap((text) => {
      const free = places(measureTextWidth(text)).filter(
        (place) => !boxes.some((box) => isOverlapping(box, buildTextBox(text, place, room))),
      )
      const costs = free.map((place) => measureLengthInside(lines, buildTextBox(text, place)))
      const place = free[costs.indexOf(findSmallest(costs))]
      return place === undefined ? [] : [{ id, text, ...place }]
    })
    const [text = ''] = texts
    const label = found[0] ?? (last === undefined ? undefined : { id, text, ...last(measureTextWidth(text)) })
    if (label === undefined) return []
    boxes.push(buildTextBox(label.text, label, room))
    return [label]
  })
}

/** What a text takes at most, in pixels. */
export function measureTextWidth(text: string): number {
  return text.length * charWidth
}

/** What a text takes that begins somewhere, with room above it. */
export function buildTextBox(text: string, { x, y }: Place, room = 0): Box {
  return { left: x, right: x + measureTextWidth(text), top: y - ascent - room, bottom: y + descent }
}

/** Boxes that only touch, but for what binary fractions leave behind, do not cover each other. */
function isOverlapping(a: Box, b: Box): boolean {
  const by = 0.01
  return a.left + by < b.right && b.left + by < a.right && a.top + by < b.bottom && b.top + by < a.bottom
}

/** How much of the width of a box lines go through, in whole pixels. */
function measureLengthInside(lines: readonly (readonly Place[])[], box: Box): number {
  const measureLine = (line: readonly Place[]): number =>
    line.reduce((sum, from, index) => {
      const to = line[index + 1]
      if (to === undefined || to.x < box.left || from.x > box.right) return sum
      const ends = [Math.max(from.x, box.left), Math.min(to.x, box.right)] as const
      const slope = to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
      const [one, other] = [from.y + slope * (ends[0] - from.x), from.y + slope * (ends[1] - from.x)]
      return Math.max(one, other) < box.top || Math.min(one, other) > box.bottom
        ? sum
        : sum + ends[1] - ends[0]
    }, 0)
  return Math.round(lines.reduce((sum, line) => sum + measureLine(line), 0))
}

/** From the middle of a mark to its sides. */
const markReach = 5
const [aboveMark, belowMark] = [10, 18]
const mostCharacters = 28

/** What a mark takes. */
export function markBox({ x, y }: Place): Box {
  return { left: x - markReach, right: x + markReach, top: y - markReach, bottom: y + markReach }
}

/** The name of a mark: as near to it as it finds room, above it rather than below, inside of a frame. */
export function buildMarkLabel(id: string, name: string, { x, y }: Place, frame: Box): Label {
  const text = name.length > mostCharacters ? `${name.slice(0, mostCharacters - 1)}…` : name
  const findX = (width: number): number => Math.min(frame.right - width, Math.max(frame.left, x - width / 2))
  const steps = Array.from(
    { length: Math.ceil((frame.bottom - frame.top) / lineHeight) },
    (_, at) => at * lineHeight,
  )
  const baselines = steps
    .flatMap((by) => [y - aboveMark - by, y + belowMark + by])
    .filter((one) => one - ascent >= frame.top && one + descent <= frame.bottom)
  return {
    id,
    texts: [text],
    places: (width) => baselines.map((one) => ({ x: findX(width), y: one })),
    last: (width) => ({ x: findX(width), y: y - aboveMark }),
  }
}

/** The line from a mark to a name that stands away from it. Null for one that stands beside its mark. */
export function findLeader(
  markY: number,
  labelY: number,
): { readonly from: number; readonly to: number } | null {
  if (markY - labelY > aboveMark) return { from: markY - 8, to: labelY + 3 }
  return labelY - markY > belowMark ? { from: markY + 8, to: labelY - ascent } : null
}

/** The words of a level: over its line or under it, at its beginning or its end. */
export function buildLevelLabel(
  id: string,
  texts: readonly string[],
  y: number,
  { left, right, bottom }: Box,
): Label {
  return {
    id,
    texts,
    places: (width) =>
      [left + 4, right - 4 - width].flatMap((x) =>
        [y - 4, y + 13].filter((one) => one + descent <= bottom).map((one) => ({ x, y: one })),
      ),
  }
}

/**
 * Places that would cover each other if each were so many pixels high: those above each other, each nearer than that to
 * the next. Above each other are those of one column, which is so many pixels wide. Groups are in the order of the first
 * of each, and the places of a group in that of all.
 */
export function coverGroups<T extends Place>(
  places: readonly T[],
  height: number,
  width = 0,
): readonly (readonly T[])[] {
  const order = new Map(places.map((place, index) => [place, index]))
  const compareOrder = (one: T | undefined, other: T | undefined): number =>
    one === undefined || other === undefined ? 0 : (order.get(one) ?? 0) - (order.get(other) ?? 0)
  return splitIntoRuns(
    places.toSorted((a, b) => a.x - b.x),
    (place, column) => place.x - (column[0]?.x ?? 0) <= width,
  )
    .flatMap((column) =>
      splitIntoRuns(
        column.toSorted((a, b) => a.y - b.y),
        (place, group) => place.y - (group.at(-1)?.y ?? 0) < height,
      ),
    )
    .map((group) => group.toSorted(compareOrder))
    .toSorted(([a], [b]) => compareOrder(a, b))
}

/** Cuts a list where something does not belong to what stands before it. */
function splitIntoRuns<T>(
  items: readonly T[],
  belongs: (item: T, run: readonly T[]) => boolean,
): readonly T[][] {
  const all: T[][] = []
  for (const item of items) {
    const run = all.at(-1)
    if (run !== undefined && belongs(item, run)) run.push(item)
    else all.push([item])
  }
  return all
}

/** What a mark takes where several stand beside each other, in pixels. */
const markSize = 11

/**
 * Where marks stand that would cover each other: at their height, beside each other around their place, between the
 * edges of the plot and not where the next ones stand. Others stay where they are. Places so many pixels apart, from
 * left to right, are as good as the same.
 */
export function spreadMarks<T extends Place>(
  marks: readonly T[],
  { left, right }: Pick<Box, 'left' | 'right'>,
  width = 0,
): readonly { readonly mark: T; readonly x: number }[] {
  return coverGroups(marks, markSize, width).flatMap((covered) => {
    const group = covered.toSorted((a, b) => a.x - b.x)
    const columns = assignColumns(group)
    const count = findLargest(columns) + 1
    if (count === 1) return group.map((mark) => ({ mark, x: mark.x }))
    const [low, high] = [findSmallest(group.map(({ y }) => y)), findLargest(group.map(({ y }) => y))]
    const middle = ((group[0]?.x ?? 0) + (group.at(-1)?.x ?? 0)) / 2
    const room = marks
      .filter((mark) => mark.y > low - markSize && mark.y < high + markSize && !group.includes(mark))
      .reduce((nearest, { x }) => Math.min(nearest, Math.abs(x - middle)), Infinity)
    const step = Math.min(markSize, room / count)
    const reach = step * (count - 1)
    const [first, last] = [left + markSize / 2, right - markSize / 2 - reach]
    const start = Math.max(first, Math.min(last, middle - reach / 2))
    return group.map((mark, at) => ({ mark, x: start + step * (columns[at] ?? 0) }))
  })
}

/** The column of each mark, as few columns as keep those in one from covering each other. */
function assignColumns(group: readonly Place[]): readonly number[] {
  const taken: number[][] = []
  return group.map(({ y }) => {
    const free = taken.findIndex((heights) => heights.every((height) => Math.abs(height - y) >= markSize))
    const column = free < 0 ? taken.length : free
    taken[column] = [...(taken[column] ?? []), y]
    return column
  })
}

/**
 * Moves places apart that are nearer to each other than a gap: in their order, as little as it takes, and as far as
 * there is room.
 */
export function spreadEnds(
  places: readonly number[],
  { top, bottom }: Pick<Box, 'top' | 'bottom'>,
  gap: number,
): readonly number[] {
  const step = Math.min(gap, (bottom - top) / Math.max(1, places.length - 1))
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const pools: { sum: number; count: number }[] = []
  // The nearest places that never come before the last one: what does shares its mean.
  for (const [at, { place }] of order.entries()) {
    let pool = { sum: place - at * step, count: 1 }
    for (let before = pools.at(-1); before && before.sum / before.count > pool.sum / pool.count;) {
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
      pools.pop()
      before = pools.at(-1)
    }
    pools.push(pool)
  }
  const starts = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  const last = bottom - step * (places.length - 1)
  const spread = new Map(
    order.map(({ index }, at) => [index, Math.min(last, Math.max(top, starts[at] ?? top)) + at * step]),
  )
  return places.map((place, index) => spread.get(index) ?? place)
}
