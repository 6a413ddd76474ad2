import type { Command } from 'commander'
import type { MetricInfo, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import { buildEvidence } from '../../../../shared/experiments/build-evidence.ts'
import type { CellDetail } from '../../../../shared/experiments/contract.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { listStatementLines } from '../../../../shared/kernel/words/statement-words.ts'
import { type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { askAndPrint, printAnswer } from '../../../terminal/print-answer.ts'
import { buildExperimentJson } from './build-experiment-json.ts'
import { buildExperiment, buildExperimentList } from './build-experiment.ts'
import { addCheckCommand } from './experiment-check.ts'
import { addFileCommands } from './experiment-files.ts'
import { experimentHelp } from './experiment-help.ts'
import { addMergeCommand } from './experiment-merge.ts'
import { addRunCommand } from './experiment-run.ts'
import { findExperiment } from './find-experiment.ts'

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
  }).action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.experiments.list(), buildExperimentList),
    ),
  )
  addCommand(experiment, 'show', 'Show the figures and verdicts of an experiment.', 'experiment show ledger')
    .argument('<experiment>', experimentHelp)
    .option('--baseline <variant>', 'variant to compare the others with, instead of the file’s')
    .option(
      '--cell <id>',
      'a cell, or a variant for all of its cells: values, and what those of states and of models rest on',
    )
    .action(run(showExperiment))
  addCommand(experiment, 'remove', 'Remove an experiment with all its cells.', 'experiment remove ledger')
    .argument('<experiment>', experimentHelp)
    .action(run(removeExperiment))
}

type ShowExperimentOptions = CommonOptions & { readonly baseline?: string; readonly cell?: string }

/** `dewpoint experiment show <experiment>`. */
async function showExperiment(
  name: string,
  options: ShowExperimentOptions,
  context: CommandContext,
): Promise<number> {
  if (options.cell !== undefined) return showCells(name, { ...options, cell: options.cell }, context)
  const { folder } = context
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
  return printAnswer(options, context, buildExperimentJson(detail, results), () =>
    buildExperiment(detail, results),
  )
}

/** `dewpoint experiment show <experiment> --cell <cells>`. */
async function showCells(
  name: string,
  options: ShowExperimentOptions & { readonly cell: string },
  context: CommandContext,
): Promise<number> {
  const { folder } = context
  const { details, plan } = await withDewpoint(options, context, async ({ client }) => {
    const { id: experimentId } = await findExperiment(name, client, { folder })
    const { plan, cells } = await client.experiments.get({ experimentId })
    const ids = requireCellIds(options.cell, cells)
    const details = await Promise.all(ids.map((cellId) => client.experiments.cell({ experimentId, cellId })))
    return { plan, details }
  })
  return printAnswer(options, context, details, () =>
    details.flatMap((detail) => buildCellMeasures(detail, plan.metrics)),
  )
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
function buildCellMeasures(
  { cell, measured }: Pick<CellDetail, 'cell' | 'measured'>,
  metrics: readonly MetricInfo[],
): readonly Block[] {
  const units = new Map(metrics.map(({ id, unit }) => [id, unit]))
  const shown = new Set<string>()
  return [
    { kind: 'heading', text: cell.id },
    ...measured.flatMap(({ metric, value, evidence }): readonly Block[] => {
      const unit = units.get(metric) ?? 'share'
      const own = evidence === null ? [] : listEvidence(evidence, unit)
      // Two figures may rest on the same.
      const key = JSON.stringify(own)
      const isSame = shown.has(key)
      shown.add(key)
      return [{ kind: 'heading', text: `${metric}: ${formatMetric(value, unit)}` }, ...(isSame ? [] : own)]
    }),
  ]
}

/** What models said word for word is in `--json`, as are tokens and rules. */
function listEvidence(evidence: Evidence, unit: MetricUnit): readonly Block[] {
  switch (evidence.kind) {
    case 'statements':
      return [buildText(listStatementLines(evidence))]
    case 'bill':
    case 'probes':
    case 'resume':
      return buildEvidence(evidence, unit).filter(({ kind }) => kind !== 'code')
    default:
      return []
  }
}

/** `dewpoint experiment remove <experiment>`. */
async function removeExperiment(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const { folder } = context
  const removed = await withDewpoint(options, context, async ({ client }) => {
    const found = await findExperiment(name, client, { folder, isOneOnly: true })
    await client.experiments.remove({ experimentId: found.id })
    return { id: found.id, name: found.name }
  })
  return printAnswer(
    options,
    context,
    { removed },
    () => `Experiment ${removed.id} (${removed.name}) removed.`,
  )
}
