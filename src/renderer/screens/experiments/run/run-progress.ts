import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import type {
  ExperimentEvent,
  Cell,
  ExperimentPlan,
  CellCounts,
} from '../../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'

/** What is known of an experiment while it is watched. */
type WatchedExperiment = {
  readonly detail: ExperimentDetail
  /** Ids of cells that are being computed. */
  readonly running: ReadonlySet<string>
}

/** An experiment after some of its events. A cell that was there already is replaced, so that nothing counts twice. */
export function applyEvents(
  watched: WatchedExperiment,
  events: readonly ExperimentEvent[],
): WatchedExperiment {
  const cells = new Map(watched.detail.cells.map((cell) => [cell.id, cell]))
  const running = new Set(watched.running)
  let { summary } = watched.detail
  for (const event of events) {
    switch (event.kind) {
      case 'state':
        summary = event.summary
        break
      case 'cell-started':
        running.add(event.cellId)
        break
      case 'cell':
        cells.set(event.cell.id, event.cell)
        running.delete(event.cell.id)
        summary = { ...summary, cells: event.cells, costUsd: event.costUsd }
        break
      case 'finished':
        summary = event.summary
        running.clear()
        break
      default:
        assertNever(event)
    }
  }
  return { detail: { ...watched.detail, summary, cells: [...cells.values()] }, running }
}

/** What there is of a variant at a checkpoint. */
export type GridState = 'waiting' | 'running' | 'partial' | 'done' | 'failed'

/** One place in the grid: its repeats, and what they come to. */
export type GridPlace = {
  readonly variantId: string
  readonly checkpointId: string
  readonly state: GridState
  readonly cells: readonly Cell[]
  readonly repeats: number
}

/** Variants by checkpoints; `running` holds the ids of cells that are being computed. */
export function buildCellGrid(
  { variants, checkpoints }: Pick<ExperimentPlan, 'variants' | 'checkpoints'>,
  cells: readonly Cell[],
  running: ReadonlySet<string>,
): readonly (readonly GridPlace[])[] {
  const byPlace = Map.groupBy(cells, ({ variantId, checkpointId }) => `${variantId}\n${checkpointId}`)
  return variants.map(({ id: variantId, repeats }) =>
    checkpoints.map(({ id: checkpointId }) => {
      const here = (byPlace.get(`${variantId}\n${checkpointId}`) ?? []).toSorted(
        (a, b) => a.repeat - b.repeat,
      )
      const isRunning = Array.from({ length: repeats }, (_, index) =>
        running.has(`${variantId}/${checkpointId}/${index + 1}`),
      ).includes(true)
      return { variantId, checkpointId, state: pickGridState(here, repeats, isRunning), cells: here, repeats }
    }),
  )
}

function pickGridState(cells: readonly Cell[], repeats: number, isRunning: boolean): GridState {
  if (isRunning) return 'running'
  if (cells.some(({ status }) => status === 'failed')) return 'failed'
  if (cells.length === 0) return 'waiting'
  return cells.length < repeats ? 'partial' : 'done'
}

/** How fast an experiment goes on. */
type Pace = {
  /** Cells a minute that were computed. Null until there are two. */
  readonly cellsPerMinute: number | null
  /** Null where it is unknown. */
  readonly remainingMs: number | null
}

/** Cells that the rate is taken from: enough to be calm, few enough to follow a change. */
const recent = 20

/** Rate and time left, from when the last cells ended. Reused ones took no time and say nothing. */
export function measurePace(cells: readonly Cell[], { total, done, failed }: CellCounts): Pace {
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
