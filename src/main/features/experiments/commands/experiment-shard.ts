import type { Shard } from '../../../../shared/experiments/experiment-types.ts'
import { findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { OutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { CommandContext } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { resumeCommand } from './experiment-end.ts'
import type { RunExperimentOptions } from './experiment-run.ts'

/** A shard without a file would be lost to whoever merges. */
export function requirePartName({ shard, out, estimate }: RunExperimentOptions): void {
  if (shard === undefined || estimate === true || out?.endsWith('.jsonl') === true) return
  throw new CliFailure({
    message: out === undefined ? 'Nothing says where the part goes.' : 'A part is a .jsonl file.',
    where: out ?? '--shard',
    hint: `Add \`--out part${shard.index}.jsonl\`.`,
  })
}

type EndedShard = {
  readonly client: Dewpoint['client']
  readonly experimentId: string
  readonly part: Pick<OutputFile, 'path' | 'write'> | null
  /** As it was typed. */
  readonly file: string
  readonly options: RunExperimentOptions
}

/**
 * Writes the part of a shard and says what it holds. Its figures are those of a share, so that no verdict is given and
 * no assertion is looked at. Resolves to 0 where every cell has ended, 2 where not, 130 where it was cancelled.
 */
export async function endShard(
  { client, experimentId, part, file, options }: EndedShard,
  { terminal }: CommandContext,
): Promise<number> {
  const { summary, plan, cells } = await client.experiments.get({ experimentId })
  const { shard } = plan
  const left = summary.cells.total - summary.cells.done - summary.cells.failed
  const again = resumeCommand(file, options)
  if (summary.status === 'cancelled' || shard === undefined || part === null) {
    terminal.err(
      `Cancelled: ${formatCountWithNoun(summary.cells.done, 'cell')} done and kept, ${left} left. Continue with ${again}.\n`,
    )
    return 130
  }
  const { text } = await client.experiments.part({ experimentId })
  await part.write(text)
  for (const { id, error } of cells.filter(({ status }) => status === 'failed').slice(0, 10))
    terminal.err(
      `failed: ${formatOneLine(id)}: ${formatOneLine(error?.message ?? 'no reason was given', 300)}\n`,
    )
  const { index, of } = shard
  const told = { id: experimentId, shard: { index, of }, status: summary.status, cells: summary.cells }
  await printAnswer(
    options,
    { terminal },
    { ...told, costUsd: summary.costUsd, file: part.path },
    () =>
      `Shard ${index} of ${of}: ${formatCount(summary.cells.done)} of ${formatCountWithNoun(summary.cells.total, 'cell')} done, ${formatUsd(summary.costUsd)}. The part is ${part.path}`,
  )
  terminal.err(describeShardBudget(plan.file.budgetUsd, options.maxCost, shard))
  if (summary.status === 'finished') return 0
  terminal.err(
    `dewpoint: Stopped with ${formatCountWithNoun(left, 'cell')} left: ${formatOneLine(summary.reason, 300)} Continue with ${again}.\n`,
  )
  return 2
}

/** Each shard keeps the budget by itself: nobody could add them up. */
function describeShardBudget(
  ofFile: number | undefined,
  ofCommand: number | undefined,
  { of }: Shard,
): string {
  const limits = [ofFile, ofCommand].filter((limit) => limit !== undefined)
  if (limits.length === 0 || of === 1) return ''
  const each = findSmallest(limits)
  return `The budget of ${formatUsd(each)} is that of each shard: ${of} shards may spend ${formatUsd(of * each)} together.\n`
}
