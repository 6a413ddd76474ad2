import type { Cell, ExperimentPlan } from '../../../../shared/domain/experiment.ts'

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
export function cellGrid(
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
      return { variantId, checkpointId, state: stateOf(here, repeats, isRunning), cells: here, repeats }
    }),
  )
}

function stateOf(cells: readonly Cell[], repeats: number, isRunning: boolean): GridState {
  if (isRunning) return 'running'
  if (cells.some(({ status }) => status === 'failed')) return 'failed'
  if (cells.length === 0) return 'waiting'
  return cells.length < repeats ? 'partial' : 'done'
}
