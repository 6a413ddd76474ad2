import type { CellCounts } from '../../../shared/domain/experiment.ts'
import { formatCount } from '../../../shared/lib/count-of.ts'
import { formatDuration, formatUsd } from './figures.ts'

export type ExperimentProgress = {
  readonly cells: CellCounts
  readonly costUsd: number
  /** Cells that ended since this process began, in `elapsedMs`. */
  readonly endedHere: number
  readonly elapsedMs: number
}

/** `cells 45/200 (22 %), 1 failed, $0.0123, 3.4 cells/s, 46.1 s left`; the rate once there is one. */
export function experimentProgressLine({ cells, costUsd, endedHere, elapsedMs }: ExperimentProgress): string {
  const ended = cells.done + cells.failed
  const percent = cells.total === 0 ? 100 : Math.floor((100 * ended) / cells.total)
  const parts = [`cells ${formatCount(ended)}/${formatCount(cells.total)} (${percent} %)`]
  if (cells.failed > 0) parts.push(`${formatCount(cells.failed)} failed`)
  parts.push(formatUsd(costUsd))
  if (endedHere > 0 && elapsedMs > 0) {
    const perSecond = (1000 * endedHere) / elapsedMs
    parts.push(
      perSecond >= 1 ? `${perSecond.toFixed(1)} cells/s` : `${(60 * perSecond).toFixed(1)} cells/min`,
      `${formatDuration((cells.total - ended) * (elapsedMs / endedHere))} left`,
    )
  }
  return parts.join(', ')
}
