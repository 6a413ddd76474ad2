import type { CancelSignal } from '../../../kernel/cancel-signal.ts'
import type { PlannedCell } from './matrix.ts'

/** How the work on one cell ended, once what there was to keep of it is kept. */
export type CellEnd =
  | { readonly kind: 'ended' }
  /** A limit leaves no room for it: nothing was kept, and no further cell is begun. */
  | { readonly kind: 'out-of-budget'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** How an experiment ended. */
export type CellsEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** Checkpoints that are begun at once, so that the threads that they are on find out about each of them once. */
const mostSideBySide = 4

/**
 * Does cells in order, so many at a time, checkpoints side by side. What throws ends them all: an expected failure of a
 * cell is a cell that ended. Cells that are on their way when a budget runs out are done to their end.
 */
export async function runCells(
  cells: readonly PlannedCell[],
  options: {
    readonly concurrency: number
    readonly signal: CancelSignal
    readonly work: (cell: PlannedCell) => Promise<CellEnd>
  },
): Promise<CellsEnd> {
  const { concurrency, signal, work } = options
  const next = createQueue(cells)
  let stopped: string | null = null
  let failure: { readonly error: unknown } | null = null
  const workOn = async (lane: number): Promise<void> => {
    for (let cell = next(lane); cell !== undefined; cell = next(lane)) {
      if (signal.aborted || stopped !== null || failure !== null) return
      try {
        const end = await work(cell)
        if (end.kind === 'out-of-budget') stopped ??= end.reason
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, at) => workOn(at % mostSideBySide)))
  return buildCellsEnd(failure, stopped, signal)
}

/** Gives each lane the cells of one checkpoint after the other, and at the end those that others have left. */
function createQueue(cells: readonly PlannedCell[]): (lane: number) => PlannedCell | undefined {
  const waiting = [...Map.groupBy(cells, ({ checkpoint }) => checkpoint.id).values()]
  const lanes: PlannedCell[][] = []
  return (lane) => {
    if (lanes[lane] === undefined || lanes[lane].length === 0)
      lanes[lane] = waiting.shift() ?? lanes.toSorted((a, b) => b.length - a.length)[0] ?? []
    return lanes[lane].shift()
  }
}

function buildCellsEnd(
  failure: { readonly error: unknown } | null,
  stopped: string | null,
  signal: CancelSignal,
): CellsEnd {
  if (failure !== null) throw failure.error
  if (signal.aborted) return { kind: 'cancelled' }
  return stopped === null ? { kind: 'finished' } : { kind: 'stopped', reason: stopped }
}
