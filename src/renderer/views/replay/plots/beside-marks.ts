import { coverGroups, type Place } from './cover-groups.ts'

/** What a mark takes, in pixels. */
const size = 11

/**
 * Where marks stand that would cover each other: at their height, beside each other around their place, between the
 * edges of the plot and not where the next ones stand. Others stay where they are. Places so many pixels apart, from
 * left to right, are as good as the same.
 */
export function besideMarks<T extends Place>(
  marks: readonly T[],
  { left, right }: { readonly left: number; readonly right: number },
  width = 0,
): readonly { readonly mark: T; readonly x: number }[] {
  return coverGroups(marks, size, width).flatMap((covered) => {
    const group = covered.toSorted((a, b) => a.x - b.x)
    const columns = columnsOf(group)
    const count = Math.max(...columns) + 1
    if (count === 1) return group.map((mark) => ({ mark, x: mark.x }))
    const step = Math.min(size, roomOf(group, marks) / count)
    const reach = step * (count - 1)
    const start = Math.max(left, Math.min(right - reach, middleOf(group) - reach / 2))
    return group.map((mark, at) => ({ mark, x: start + step * (columns[at] ?? 0) }))
  })
}

/** How far it is to the nearest of the other marks that are as high as those of a group, in pixels. */
function roomOf(group: readonly Place[], marks: readonly Place[]): number {
  const heights = group.map(({ y }) => y)
  const [top, bottom] = [Math.min(...heights) - size, Math.max(...heights) + size]
  const middle = middleOf(group)
  return marks
    .filter((mark) => mark.y > top && mark.y < bottom && !group.includes(mark))
    .reduce((room, { x }) => Math.min(room, Math.abs(x - middle)), Infinity)
}

function middleOf(group: readonly Place[]): number {
  const xs = group.map(({ x }) => x)
  return (Math.min(...xs) + Math.max(...xs)) / 2
}

/** The column of each mark, as few columns as keep those in one from covering each other. */
function columnsOf(group: readonly Place[]): readonly number[] {
  const taken: number[][] = []
  return group.map(({ y }) => {
    const free = taken.findIndex((heights) => heights.every((height) => Math.abs(height - y) >= size))
    const column = free < 0 ? taken.length : free
    taken[column] = [...(taken[column] ?? []), y]
    return column
  })
}
