import { type Command, Option } from 'commander'
import type { ExperimentDetail, ReportFormat } from '../../../../shared/api/experiments.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../context.ts'
import { allowCommandsOption, type Runner, command } from '../../arguments/command.ts'
import { price } from '../../arguments/numbers.ts'
import { fileHelp, tasksHelp } from './experiment-help.ts'
import { resolve } from 'node:path'
import type { ExperimentResults } from '../../../../shared/domain/experiment-results.ts'
import type { Dewpoint } from '../../../compose.ts'
import { experimentIssuesText } from '../../output/experiment-issues.ts'
import { experimentJson } from '../../output/experiment-json.ts'
import { experimentEstimateText, planNotesText } from '../../output/experiment-plan-text.ts'
import { experimentText } from '../../output/experiment-text.ts'
import { jsonText } from '../../output/json.ts'
import { junitXml } from '../../output/junit-xml.ts'
import { type OutputFile, type OutputOptions, outputFile } from '../../arguments/output-file.ts'
import { createProgress } from '../../jobs/progress.ts'
import { reportFormatOf } from '../../arguments/report-format-of.ts'
import type { ExperimentSource } from './experiment-source.ts'
import { watchExperiment } from './experiment-watch.ts'
import { countOf } from '../../../../shared/lib/count-of.ts'
import { hasFailedEverywhere, missingFigures } from '../../../../shared/lib/missing-figures.ts'
import { shellWord } from '../../../../shared/lib/shell-word.ts'
import { oneLine } from '../../output/figures.ts'

/** `dewpoint experiment run`. */
export function addRunCommand(experiment: Command, run: Runner): void {
  command(
    experiment,
    'run',
    'Run an experiment: exit code 0 when all its assertions hold, 1 when one does not, 3 when one is inconclusive.',
    'experiment run examples/lossless-prelude.yaml --tasks ~/tasks/* --out report.html',
  )
    .argument('<file>', fileHelp)
    .option('--tasks <paths...>', tasksHelp)
    .option('--resume', 'continue the newest unfinished experiment that does exactly this')
    .option('--retry-failed', 'like --resume, and try failed cells again')
    .option('--max-cost <usd>', 'make no call that could take the experiment above this', price)
    .option('--no-cache', 'compute every cell and call models even where the same result is stored')
    .addOption(
      new Option('--estimate', 'estimate calls, cost and time, and start nothing').conflicts([
        'out',
        'junit',
        'resume',
        'retryFailed',
      ]),
    )
    .option(...allowCommandsOption)
    .option('--junit <file>', 'write assertions and failed cells as JUnit XML')
    .option('-o, --out <file>', 'write a report; the format is that of its name: html, md, csv, json, jsonl')
    .option('--force', 'replace files that exist')
    .action((file: string, options: RunExperimentOptions) =>
      run((context) => runExperimentCommand(file, options, context)),
    )
}

type Client = Dewpoint['client']

type RunExperimentOptions = CommonOptions & {
  readonly tasks?: readonly string[]
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly maxCost?: number
  /** False computes, and asks, everything anew. */
  readonly cache?: boolean
  readonly estimate?: boolean
  readonly junit?: string
  readonly out?: string
  readonly force?: boolean
}

type Outputs = {
  readonly junit: OutputFile | null
  readonly report: (OutputFile & { readonly format: ReportFormat }) | null
}

/**
 * `dewpoint experiment run <file>`. Resolves to 0 where all assertions hold, 1 where one does not, 2 where it could not
 * be done or no call of a metric succeeded, 3 where none fails and one is inconclusive, 130 where it was cancelled.
 */
async function runExperimentCommand(
  file: string,
  options: RunExperimentOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const { readExperimentSource } = await import('./experiment-source.ts')
  const source = await readExperimentSource(file, { folder, tasks: options.tasks })
  return withDewpoint(options, context, async ({ client, guard }) => {
    guard.protect([source.path])
    const outputs = await outputsOf(options, { folder, guard })
    // What it names might be what is to be replaced.
    if (options.force === true && (outputs.junit ?? outputs.report) !== null) {
      guard.protect(await filesNamedIn(source, client))
      await outputsOf(options, { folder, guard })
    }
    const progress = createProgress(options, context)
    progress.show(options.estimate === true ? 'reading tasks, trying variants' : 'reading tasks', 0, 0)
    if (options.estimate === true) {
      const estimate = await orIssues(client, source, terminal.err, () =>
        client.experiments
          .estimate(requestOf(source, options), { signal: context.signal })
          .finally(progress.end),
      )
      if (estimate === null) return 2
      await terminal.out(options.json === true ? jsonText(estimate) : experimentEstimateText(estimate))
      return 0
    }
    const started = await orIssues(client, source, terminal.err, () =>
      client.experiments.start(requestOf(source, options)).finally(progress.end),
    )
    if (started === null) return 2
    const experimentId = started.summary.id
    if (started.resumed) terminal.err(`Continuing experiment ${experimentId}.\n`)
    else if (options.resume === true)
      terminal.err(
        'No unfinished experiment does exactly this: settings, prompts or tasks are others than then, or it has ended. A new one was started; identical cells are taken from before.\n',
      )
    await watchExperiment(client, experimentId, options, context)
    const detail = await client.experiments.get({ experimentId })
    const results = await client.experiments.results({ experimentId })
    await report({ client, detail, results }, outputs, options, context)
    return endExperiment({ detail, results, file, tasks: options.tasks }, context)
  })
}

async function outputsOf(
  { out, junit, force }: RunExperimentOptions,
  place: Omit<OutputOptions, 'force'>,
): Promise<Outputs> {
  const format = out === undefined ? null : reportFormatOf(out)
  const report = await outputFile(out, { ...place, force })
  return {
    junit: await outputFile(junit, { ...place, force }),
    report: report === null || format === null ? null : { ...report, format },
  }
}

/**
 * Prompt files that an experiment names. Its tasks are in the library afterwards, so that the guard knows them before
 * anything is paid for.
 */
async function filesNamedIn(
  { text, basePath }: ExperimentSource,
  client: Client,
): Promise<readonly string[]> {
  const check = await client.experiments.check({ text, basePath })
  if (!check.ok) return []
  return check.plan.variants.flatMap(({ prompt }) =>
    prompt !== null && 'file' in prompt ? [resolve(basePath, prompt.file)] : [],
  )
}

function requestOf(
  { text, basePath }: ExperimentSource,
  { resume, retryFailed, maxCost, cache }: RunExperimentOptions,
): Parameters<Client['experiments']['start']>[0] {
  return {
    text,
    basePath,
    resume: resume === true || retryFailed === true,
    retryFailed: retryFailed === true,
    ignoreCache: cache === false,
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
  }
}

/** What some work on the file gives; null, and all faults of the file shown, where it has some. */
async function orIssues<T>(
  client: Client,
  { path, text, basePath, namesTasks }: ExperimentSource,
  tell: (text: string) => void,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const check = await client.experiments.check({ text, basePath }).catch(() => null)
    if (check === null || check.ok) throw error
    tell(experimentIssuesText(check.issues, { path, namesTasks }))
    return null
  }
}

type Ended = { readonly detail: ExperimentDetail; readonly results: ExperimentResults }

async function report(
  { client, detail, results }: Ended & { readonly client: Client },
  { junit, report: wanted }: Outputs,
  { json }: RunExperimentOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { summary, plan, cells } = detail
  terminal.err(planNotesText(plan.notes))
  if (json === true) await terminal.out(jsonText(experimentJson(detail, results)))
  else if (summary.status !== 'cancelled') await terminal.out(experimentText(detail, results))
  if (summary.status === 'cancelled') return
  if (junit !== null) {
    const xml = junitXml({
      name: summary.name,
      startedTs: summary.createdTs,
      durationMs: (summary.finishedTs ?? summary.createdTs) - summary.createdTs,
      assertions: results.assertions,
      failedCells: cells.filter(({ status }) => status === 'failed'),
    })
    await junit.write(xml)
    terminal.err(`The JUnit file is ${junit.path}\n`)
  }
  if (wanted === null) return
  const { text } = await client.experiments.export({ experimentId: summary.id, format: wanted.format })
  await wanted.write(text)
  terminal.err(`The report is ${wanted.path}\n`)
}

type EndedExperiment = {
  readonly detail: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>
  readonly results: Pick<ExperimentResults, 'assertions'>
  /** File and tasks as they were typed. */
  readonly file: string
  readonly tasks: readonly string[] | undefined
}

/** The exit code of `experiment run`, with what a person has to know about it on stderr. */
export function endExperiment(
  { detail: { summary, plan, cells }, results, file, tasks }: EndedExperiment,
  { terminal }: Pick<CommandContext, 'terminal'>,
): number {
  const failed = cells.filter(({ status }) => status === 'failed')
  const left = summary.cells.total - summary.cells.done - summary.cells.failed
  const named = tasks === undefined ? '' : ` --tasks ${tasks.map(quotedForShell).join(' ')}`
  const again = `\`dewpoint experiment run ${quotedForShell(file)} --resume${named}\``
  for (const { id, error } of failed.slice(0, 10))
    terminal.err(`failed: ${oneLine(id)}: ${oneLine(error?.message ?? 'no reason was given', 300)}\n`)
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
        `Cancelled; ${countOf(summary.cells.done, 'cell')} done and kept, ${left} left. Continue with ${again}.\n`,
      )
      return 130
    case 'stopped':
      terminal.err(
        `dewpoint: Stopped with ${countOf(left, 'cell')} left: ${oneLine(summary.reason, 300)} Allow more, then continue with ${again}.\n`,
      )
      return 2
    case 'failed':
      terminal.err(
        `dewpoint: The experiment could not continue: ${oneLine(summary.reason, 300)} Continue with ${again}.\n`,
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
  const lost = missingFigures(plan, cells).filter(hasFailedEverywhere)
  if (lost.length > 0) {
    const labels = lost.map(({ metric }) => oneLine(metric.label, 100)).join(', ')
    terminal.err(`dewpoint: No call for ${labels} succeeded: \`--retry-failed\` tries again.\n`)
    return 2
  }
  return results.assertions.every(({ state }) => state === 'ok') ? 0 : 3
}

/** As it can be pasted, whatever the name holds. */
function quotedForShell(file: string): string {
  return shellWord(oneLine(file, 500))
}
