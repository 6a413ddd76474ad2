import pMap from 'p-map'
import type { CancelSignal } from '../engine/cancel-signal.ts'
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

/**
 * Does cells in order, so many at a time. What throws ends them all: an expected failure of a cell is a cell that
 * ended. Cells that are on their way when a budget runs out are done to their end.
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
  let stopped: string | null = null
  let failure: { readonly error: unknown } | null = null
  await pMap(
    cells,
    async (cell) => {
      if (signal.aborted || stopped !== null || failure !== null) return
      try {
        const end = await work(cell)
        if (end.kind === 'out-of-budget') stopped ??= end.reason
      } catch (error) {
        failure ??= { error }
      }
    },
    { concurrency },
  )
  return endOf(failure, stopped, signal)
}

function endOf(
  failure: { readonly error: unknown } | null,
  stopped: string | null,
  signal: CancelSignal,
): CellsEnd {
  if (failure !== null) throw failure.error
  if (signal.aborted) return { kind: 'cancelled' }
  return stopped === null ? { kind: 'finished' } : { kind: 'stopped', reason: stopped }
}
