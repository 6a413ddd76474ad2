import { coverGroups, type Place } from './cover-groups.ts'

/** What a mark takes, in pixels, and what marks beside each other take at most. */
const size = 11
const mostWidth = 8 * size

/**
 * Where marks stand that would cover each other: at their height, beside each other around their place and between the
 * edges of the plot. Others stay where they are.
 */
export function besideMarks<T extends Place>(
  marks: readonly T[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly { readonly mark: T; readonly x: number }[] {
  return coverGroups(marks, size).flatMap((group) => {
    const columns = columnsOf(group)
    const count = Math.max(...columns) + 1
    const step = Math.min(size, mostWidth / count)
    const width = step * (count - 1)
    const middle = group[0]?.x ?? 0
    const start = Math.max(left, Math.min(right - width, middle - width / 2))
    return group.map((mark, at) => ({ mark, x: count === 1 ? mark.x : start + step * (columns[at] ?? 0) }))
  })
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
