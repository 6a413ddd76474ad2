import { resolve } from 'node:path'
import type { Command } from 'commander'
import { mergeNoteText } from '../../../../shared/kernel/words/part-words.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { longestReport } from '../../../terminal/arguments/longest-report.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { endExperiment, openOutputs, reportEnd } from './experiment-end.ts'

/** `dewpoint experiment merge`. */
export function addMergeCommand(experiment: Command, run: Runner): void {
  addCommand(
    experiment,
    'merge',
    'Make one experiment of the parts that its shards have written. Exit codes are those of `experiment run`.',
    'experiment merge part*.jsonl --out report.html',
  )
    .argument('<parts...>', 'files that `experiment run --shard` wrote')
    .option('--partial', 'take what is there where cells are missing')
    .option('--junit <file>', 'write assertions and failed cells as JUnit XML')
    .option('-o, --out <file>', 'write a report, in the format of its name: html, md, csv, json, jsonl')
    .option('--force', 'replace files that exist')
    .action(run(mergeExperiment))
}

type MergeOptions = CommonOptions & {
  readonly partial?: boolean
  readonly junit?: string
  readonly out?: string
  readonly force?: boolean
}

/** `dewpoint experiment merge <parts...>`. */
async function mergeExperiment(
  names: readonly string[],
  options: MergeOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const paths = names.map((name) => resolve(folder, name))
  return withDewpoint(options, context, async ({ client, guard }) => {
    guard.protect(paths)
    const outputs = await openOutputs(options, { folder, guard })
    const parts: { name: string; text: string }[] = []
    for (const [at, path] of paths.entries())
      parts.push({ name: names[at] ?? path, text: await readFileText(path, longestReport) })
    const isPartial = options.partial === true
    const { summary, notes } = await client.experiments.merge({ parts, isPartial })
    for (const note of notes) terminal.err(`${formatOneLine(mergeNoteText(note), 500)}\n`)
    const experimentId = summary.id
    const detail = await client.experiments.get({ experimentId })
    const results = await client.experiments.results({ experimentId })
    await reportEnd({ client, detail, results }, outputs, options, context)
    // What is missing was said, and no assertion about it holds.
    const ended = { ...detail, summary: { ...detail.summary, status: 'finished' as const } }
    return endExperiment({ detail: ended, results, again: '' }, context)
  })
}
