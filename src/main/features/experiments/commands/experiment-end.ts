import { buildText } from '../../../../shared/document/document.ts'
import type { ExperimentDetail, ReportFormat } from '../../../../shared/experiments/contract.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Shard } from '../../../../shared/experiments/experiment-types.ts'
import {
  hasFailedEverywhere,
  findMissingFigures,
} from '../../../../shared/experiments/find-missing-figures.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { quoteShellWord } from '../../../../shared/kernel/quote-shell-word.ts'
import {
  type OutputFile,
  type OutputOptions,
  openOutputFile,
} from '../../../terminal/arguments/open-output-file.ts'
import { requireReportFormat } from '../../../terminal/arguments/require-report-format.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJunitXml } from '../../../terminal/output/format-junit-xml.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildExperimentJson } from './build-experiment-json.ts'
import { listPlanNotes } from './build-experiment-plan.ts'
import { buildExperiment } from './build-experiment.ts'

type Client = Dewpoint['client']

type OutputNames = { readonly out?: string; readonly junit?: string; readonly force?: boolean }

/** What a command writes beside its answer. */
export type Outputs = {
  readonly junit: OutputFile | null
  readonly report: (OutputFile & { readonly format: ReportFormat }) | null
}

/** Files that a command writes at its end; refused before any work is done where they could not be. */
export async function openOutputs(
  { out, junit, force }: OutputNames,
  place: Omit<OutputOptions, 'force'>,
): Promise<Outputs> {
  const format = out === undefined ? null : requireReportFormat(out)
  const report = await openOutputFile(out, { ...place, force })
  return {
    junit: await openOutputFile(junit, { ...place, force }),
    report: report === null || format === null ? null : { ...report, format },
  }
}

/** An experiment with its figures. */
export type Ended = { readonly detail: ExperimentDetail; readonly results: ExperimentResults }

/** Figures on stdout, and what was asked for as files. */
export async function reportEnd(
  { client, detail, results }: Ended & { readonly client: Client },
  { junit, report: wanted }: Outputs,
  { json }: Pick<CommonOptions, 'json'>,
  { terminal }: CommandContext,
): Promise<void> {
  const { summary, plan, cells } = detail
  terminal.err(drawDocument([buildText(listPlanNotes(plan.notes))]))
  if (json === true || summary.status !== 'cancelled')
    await printAnswer({ json: json === true }, { terminal }, buildExperimentJson(detail, results), () =>
      buildExperiment(detail, results),
    )
  if (summary.status === 'cancelled') return
  if (junit !== null) {
    const xml = formatJunitXml({
      name: summary.name,
      startedTs: summary.createdTs,
      durationMs: (summary.finishedTs ?? summary.createdTs) - summary.createdTs,
      assertions: results.assertions,
      failedCells: cells.filter(({ status }) => status === 'failed'),
    })
    await junit.write(xml)
    terminal.err(`The JUnit file is ${formatOneLine(junit.path, 500)}\n`)
  }
  if (wanted === null) return
  const { text } = await client.experiments.export({ experimentId: summary.id, format: wanted.format })
  await wanted.write(text)
  terminal.err(`The report is ${formatOneLine(wanted.path, 500)}\n`)
}

type EndedExperiment = {
  readonly detail: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>
  readonly results: Pick<ExperimentResults, 'assertions'>
  /** How it goes on where it ended early, as it can be typed. */
  readonly again: string
}

type Typed = {
  readonly tasks?: readonly string[]
  readonly shard?: Shard
  readonly out?: string
  readonly database?: string | true
}

/** The command that goes on with an experiment; file, tasks and shard as they were typed. */
export function resumeCommand(file: string, { tasks, shard, out, database }: Typed): string {
  const named = tasks === undefined ? '' : ` --tasks ${tasks.map(quoteForShell).join(' ')}`
  const share =
    shard === undefined ? '' : ` --shard ${shard.index}/${shard.of} --out ${quoteForShell(out ?? '')} --force`
  const queue = database === undefined ? '' : ` --database${redactDatabaseAddress(database)}`
  return `\`dewpoint experiment run ${quoteForShell(file)} --resume${named}${share}${queue}\``
}

/** The address of a database as it was typed, unless it may hold a password. */
function redactDatabaseAddress(database: string | true): string {
  if (database === true) return ''
  return /:[^/@:]*@|password/i.test(database) ? ' ADDRESS' : ` ${quoteForShell(database)}`
}

/** The exit code of `experiment run`, with what a person has to know about it on stderr. */
export function endExperiment(
  { detail: { summary, plan, cells }, results, again }: EndedExperiment,
  { terminal }: Pick<CommandContext, 'terminal'>,
): number {
  const failed = cells.filter(({ status }) => status === 'failed')
  const left = summary.cells.total - summary.cells.done - summary.cells.failed
  for (const { id, error } of failed.slice(0, 10))
    terminal.err(
      `failed: ${formatOneLine(id)}: ${formatOneLine(error?.message ?? 'no reason was given', 300)}\n`,
    )
  if (failed.length > 0) {
    const unnamed = failed.length > 10 ? ` (${failed.length - 10} not named here)` : ''
    terminal.err(
      `${formatCountWithNoun(failed.length, 'cell')} failed${unnamed}. ${failed.length === 1 ? 'It counts' : 'They count'} for nothing, and assertions about ${failed.length === 1 ? 'its variant' : 'their variants'} cannot hold: \`--retry-failed\` tries again.\n`,
    )
  }
  switch (summary.status) {
    case 'cancelled':
    case 'interrupted':
      terminal.err(
        `Cancelled: ${formatCountWithNoun(summary.cells.done, 'cell')} done and kept, ${left} left. Continue with ${again}.\n`,
      )
      return 130
    case 'stopped':
      terminal.err(
        `dewpoint: Stopped with ${formatCountWithNoun(left, 'cell')} left: ${formatOneLine(summary.reason, 300)} Allow more, then continue with ${again}.\n`,
      )
      return 2
    case 'failed':
      terminal.err(
        `dewpoint: The experiment could not continue: ${formatOneLine(summary.reason, 300)} Continue with ${again}.\n`,
      )
      return 2
    case 'running':
    case 'finished':
      break
  }
  if (summary.cells.done === 0) {
    terminal.err('dewpoint: No cell was done, so there are no results.\n')
    return 2
  }
  if (results.assertions.some(({ state }) => state === 'failed')) return 1
  const lost = findMissingFigures(plan, cells).filter(hasFailedEverywhere)
  if (lost.length > 0) {
    const labels = lost.map(({ metric }) => formatOneLine(metric.label, 100)).join(', ')
    terminal.err(`dewpoint: No call for ${labels} succeeded: \`--retry-failed\` tries again.\n`)
    return 2
  }
  return results.assertions.every(({ state }) => state === 'ok') ? 0 : 3
}

/** As it can be pasted, whatever the name holds. */
function quoteForShell(file: string): string {
  return quoteShellWord(formatOneLine(file, 500))
}
