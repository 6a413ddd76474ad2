import type { ExperimentDetail } from '../../../shared/api/experiments.ts'
import type { ExperimentResults } from '../../../shared/domain/experiment.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import type { CommandContext } from '../context.ts'
import { oneLine } from '../output/figures.ts'

type EndedExperiment = {
  readonly detail: Pick<ExperimentDetail, 'summary' | 'cells'>
  readonly results: Pick<ExperimentResults, 'assertions'>
  /** File and tasks as they were typed. */
  readonly file: string
  readonly tasks: readonly string[] | undefined
}

/** The exit code of `experiment run`, with what a person has to know about it on stderr. */
export function endExperiment(
  { detail: { summary, cells }, results, file, tasks }: EndedExperiment,
  { terminal }: CommandContext,
): number {
  const failed = cells.filter(({ status }) => status === 'failed')
  const left = summary.cells.total - summary.cells.done - summary.cells.failed
  const named = tasks === undefined ? '' : ` --tasks ${tasks.map(quotedForShell).join(' ')}`
  const again = `\`dewpoint experiment run ${quotedForShell(file)} --resume${named}\``
  for (const { id, error } of failed.slice(0, 10))
    terminal.err(`failed: ${oneLine(id)}: ${oneLine(error?.message ?? 'nobody knows why', 300)}\n`)
  if (failed.length > 0) {
    const unnamed = failed.length > 10 ? ` (${failed.length - 10} not named here)` : ''
    terminal.err(
      `${countOf(failed.length, 'cell')} failed${unnamed}. ${failed.length === 1 ? 'It counts' : 'They count'} for nothing, and assertions about ${failed.length === 1 ? 'its variant' : 'their variants'} cannot hold: \`--retry-failed\` tries again.\n`,
    )
  }
  switch (summary.status) {
    case 'cancelled':
    case 'interrupted':
      terminal.err(
        `Cancelled; ${countOf(summary.cells.done, 'cell')} done and kept, ${left} left. Go on with ${again}.\n`,
      )
      return 130
    case 'stopped':
      terminal.err(
        `dewpoint: Stopped with ${countOf(left, 'cell')} left: ${oneLine(summary.reason, 300)} Allow more, then go on with ${again}.\n`,
      )
      return 2
    case 'failed':
      terminal.err(
        `dewpoint: The experiment could not go on: ${oneLine(summary.reason, 300)} Go on with ${again}.\n`,
      )
      return 2
    case 'running':
    case 'finished':
      break
  }
  if (summary.cells.done === 0) {
    terminal.err('dewpoint: No cell was done, so that there is nothing to say.\n')
    return 2
  }
  if (results.assertions.some(({ state }) => state === 'failed')) return 1
  return results.assertions.every(({ state }) => state === 'ok') ? 0 : 3
}

/** As it can be pasted, whatever the name holds. */
function quotedForShell(file: string): string {
  const flat = oneLine(file, 500)
  return /^[\w./@%+=:-]+$/.test(flat) ? flat : `'${flat.replaceAll("'", String.raw`'\''`)}'`
}
