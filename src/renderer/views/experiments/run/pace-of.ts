import type { Cell, CellCounts } from '../../../../shared/domain/experiment.ts'

/** How fast an experiment goes on. */
export type Pace = {
  /** Cells a minute that were computed; null until there are two. */
  readonly cellsPerMinute: number | null
  /** Null where nothing tells. */
  readonly remainingMs: number | null
}

/** Cells that the rate is taken from: enough to be calm, few enough to follow a change. */
const recent = 20

/** Rate and time left, from when the last cells ended. Reused ones took no time and say nothing. */
export function paceOf(cells: readonly Cell[], { total, done, failed }: CellCounts): Pace {
  const ends = cells
    .filter(({ isReused }) => !isReused)
    .map(({ finishedTs }) => finishedTs)
    .toSorted((a, b) => a - b)
    .slice(-recent)
  const [first, last] = [ends[0], ends.at(-1)]
  if (first === undefined || last === undefined || last <= first) {
    return { cellsPerMinute: null, remainingMs: null }
  }
  const msPerCell = (last - first) / (ends.length - 1)
  return {
    cellsPerMinute: 60_000 / msPerCell,
    remainingMs: Math.max(0, total - done - failed) * msPerCell,
  }
}
