import type { Command } from 'commander'
import type { MeasuredMetric, MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { listJudgedLines } from '../../../../shared/experiments/judged-words.ts'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { describeBillParts } from '../../../../shared/kernel/words/evidence-words.ts'
import { listStatementLines } from '../../../../shared/kernel/words/statement-words.ts'
import { type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { buildExperimentJson } from './build-experiment-json.ts'
import { addCheckCommand } from './experiment-check.ts'
import { addFileCommands } from './experiment-files.ts'
import { experimentHelp } from './experiment-help.ts'
import { addMergeCommand } from './experiment-merge.ts'
import { addRunCommand } from './experiment-run.ts'
import { findExperiment } from './find-experiment.ts'
import { formatExperiment, formatExperimentList } from './format-experiment.ts'

/** `dewpoint experiment …`. */
export function addExperimentCommands(program: Command, run: Runner): void {
  const experiment = program
    .command('experiment')
    .description('Compare condensations on many tasks, with error bars.')
    .helpCommand(false)
  addRunCommand(experiment, run)
  addMergeCommand(experiment, run)
  addCheckCommand(experiment, run)
  addListCommands(experiment, run)
  addFileCommands(experiment, run)
}

/** `dewpoint experiment list`, `show` and `remove`. */
export function addListCommands(experiment: Command, run: Runner): void {
  addCommand(experiment, 'list', 'List the experiments, newest first.', 'experiment list', {
    isDefault: true,
  }).action((options: CommonOptions) => run((context) => listExperiments(options, context)))
  addCommand(experiment, 'show', 'Show the figures and verdicts of an experiment.', 'experiment show ledger')
    .argument('<experiment>', experimentHelp)
    .option('--baseline <variant>', 'variant to compare the others with, instead of the file’s')
    .option(
      '--cell <id>',
      'a cell, or a variant for all of its cells: values, and what those of states and of models rest on',
    )
    .action((name: string, options: ShowExperimentOptions) =>
      run((context) => showExperiment(name, options, context)),
    )
  addCommand(experiment, 'remove', 'Remove an experiment with all its cells.', 'experiment remove ledger')
    .argument('<experiment>', experimentHelp)
    .action((name: string, options: CommonOptions) =>
      run((context) => removeExperiment(name, options, context)),
    )
}

/** `dewpoint experiment list`. */
async function listExperiments(options: CommonOptions, context: CommandContext): Promise<number> {
  const experiments = await withDewpoint(options, context, ({ client }) => client.experiments.list())
  await context.terminal.out(
    options.json === true ? formatJson(experiments) : formatExperimentList(experiments),
  )
  return 0
}

type ShowExperimentOptions = CommonOptions & { readonly baseline?: string; readonly cell?: string }

/** `dewpoint experiment show <experiment>`. */
async function showExperiment(
  name: string,
  options: ShowExperimentOptions,
  context: CommandContext,
): Promise<number> {
  if (options.cell !== undefined) return showCells(name, { ...options, cell: options.cell }, context)
  const { folder, terminal } = context
  const { baseline } = options
  const { detail, results } = await withDewpoint(options, context, async ({ client }) => {
    const { id: experimentId } = await findExperiment(name, client, { folder })
    return {
      detail: await client.experiments.get({ experimentId }),
      results: await client.experiments.results({
        experimentId,
        ...(baseline === undefined ? {} : { baselineId: baseline }),
      }),
    }
  })
  await terminal.out(
    options.json === true
      ? formatJson(buildExperimentJson(detail, results))
      : formatExperiment(detail, results),
  )
  return 0
}

/** `dewpoint experiment show <experiment> --cell <cells>`. */
async function showCells(
  name: string,
  options: ShowExperimentOptions & { readonly cell: string },
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const { details, plan } = await withDewpoint(options, context, async ({ client }) => {
    const { id: experimentId } = await findExperiment(name, client, { folder })
    const { plan, cells } = await client.experiments.get({ experimentId })
    const ids = requireCellIds(options.cell, cells)
    const details = await Promise.all(ids.map((cellId) => client.experiments.cell({ experimentId, cellId })))
    return { plan, details }
  })
  await terminal.out(
    options.json === true
      ? formatJson(details)
      : details
          .map(({ cell, measured }) => `${cell.id}\n${formatCellMeasures(measured, plan.metrics)}`)
          .join('\n'),
  )
  return 0
}

/** Ids of the cells that an id or the beginning of one names, up to a slash. Throws where there is none. */
function requireCellIds(named: string, cells: readonly Pick<Cell, 'id'>[]): string[] {
  const ids = cells.map(({ id }) => id)
  const found = ids.filter((id) => id === named || id.startsWith(`${named}/`))
  if (found.length > 0) return found
  throw new CliFailure({
    message: `The experiment has no cell ${formatOneLine(named, 100)}, or it has not ended yet.`,
    hint: `Cells are named <variant>/<checkpoint>/<repeat>, such as ${formatOneLine(ids[0] ?? 'base/task@12/1', 100)}. The name of a variant means all of its cells.`,
  })
}

/** A value a line, and below those of states and of models what they rest on. */
function formatCellMeasures(measured: readonly MeasuredMetric[], metrics: readonly MetricInfo[]): string {
  const units = new Map(metrics.map(({ id, unit }) => [id, unit]))
  const shown = new Set<string>()
  const lines = measured.flatMap(({ metric, value, evidence }) => {
    const own = evidence === null ? [] : formatEvidenceLines(evidence)
    // Two figures may rest on the same.
    const isSame = shown.has(own.join())
    shown.add(own.join())
    return [
      `${metric}: ${formatMetric(value, units.get(metric) ?? 'share')}`,
      ...(isSame ? [] : own.map((line) => `  ${formatOneLine(line, 400)}`)),
    ]
  })
  return `${lines.join('\n')}\n`
}

function formatEvidenceLines(evidence: Evidence): readonly string[] {
  if (evidence.kind === 'bill') return [describeBillParts(evidence)]
  return evidence.kind === 'statements' ? listStatementLines(evidence) : listJudgedLines(evidence)
}

/** `dewpoint experiment remove <experiment>`. */
async function removeExperiment(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const removed = await withDewpoint(options, context, async ({ client }) => {
    const found = await findExperiment(name, client, { folder, isOneOnly: true })
    await client.experiments.remove({ experimentId: found.id })
    return { id: found.id, name: found.name }
  })
  await terminal.out(
    options.json === true
      ? formatJson({ removed })
      : `Experiment ${removed.id} (${formatOneLine(removed.name)}) removed.\n`,
  )
  return 0
}
