import type { CellCounts, ExperimentEvent } from '../../../../shared/experiments/experiment-types.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

/** Follows an experiment to its end, and cancels it when the signal says so. */
export async function watchExperiment(
  client: Dewpoint['client'],
  experimentId: string,
  options: CommonOptions,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const progress = createCellProgress(options, terminal)
  const cancel = (): void => {
    // It says itself that it was cancelled; if it can't be cancelled any more it has ended.
    client.experiments.cancel({ experimentId }).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  try {
    for await (const event of await client.experiments.watch({ experimentId })) progress.hear(event)
  } finally {
    signal.removeEventListener('abort', cancel)
    progress.end()
  }
}

type CellProgress = { readonly hear: (event: ExperimentEvent) => void; readonly end: () => void }

/**
 * One line that rewrites itself for a person, and for a log a line each time a tenth more is done, with `--progress`
 * one for each cell.
 */
function createCellProgress(
  { progress }: CommonOptions,
  { isWatched, err, rewrite }: CommandContext['terminal'],
): CellProgress {
  const startMs = Date.now()
  let endedHere = 0
  let tenth = 0
  const show = (cells: CellCounts, costUsd: number): void => {
    const line = formatExperimentProgress({ cells, costUsd, endedHere, elapsedMs: Date.now() - startMs })
    if (isWatched) {
      rewrite(line)
      return
    }
    const reached = Math.floor((10 * (cells.done + cells.failed)) / Math.max(1, cells.total))
    if (progress === true || reached > tenth) err(`${line}\n`)
    tenth = reached
  }
  return {
    hear: (event) => {
      if (event.kind === 'state') show(event.summary.cells, event.summary.costUsd)
      if (event.kind !== 'cell') return
      endedHere += 1
      show(event.cells, event.costUsd)
    },
    end: () => rewrite(''),
  }
}

type ExperimentProgress = {
  readonly cells: CellCounts
  readonly costUsd: number
  /** Cells that ended since this process began, in `elapsedMs`. */
  readonly endedHere: number
  readonly elapsedMs: number
}

/** `cells 45/200 (22 %), 1 failed, $0.0123, 3.4 cells/s, 46.1 s left`; the rate once there is one. */
export function formatExperimentProgress({
  cells,
  costUsd,
  endedHere,
  elapsedMs,
}: ExperimentProgress): string {
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
