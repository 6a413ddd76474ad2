import type { CellCounts, ExperimentEvent } from '../../../shared/domain/experiment.ts'
import type { Dewpoint } from '../../compose.ts'
import type { CommandContext, CommonOptions } from '../context.ts'
import { experimentProgressLine } from '../output/experiment-progress.ts'

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
  { isWatched, err }: CommandContext['terminal'],
): CellProgress {
  const startMs = Date.now()
  let endedHere = 0
  let width = 0
  let tenth = 0
  const show = (cells: CellCounts, costUsd: number): void => {
    const line = experimentProgressLine({ cells, costUsd, endedHere, elapsedMs: Date.now() - startMs })
    if (isWatched) {
      err(`\r${line.padEnd(width)}`)
      width = line.length
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
    end: () => {
      if (width > 0) err(`\r${' '.repeat(width)}\r`)
    },
  }
}
