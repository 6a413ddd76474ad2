import type { ExperimentDetail } from '../../../../shared/api/experiments.ts'
import type { ExperimentEvent } from '../../../../shared/domain/experiment.ts'
import { assertNever } from '../../../../shared/lib/assert-never.ts'

/** What is known of an experiment while it is watched. */
export type WatchedExperiment = {
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
