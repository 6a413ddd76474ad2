import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Shard } from '../../../../shared/experiments/experiment-types.ts'
import { describeStoredContent } from '../../../../shared/team/queue-words.ts'
import { allowCommandsOption, type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { requireDatabaseAddress, databaseOption } from '../../../terminal/arguments/database.ts'
import { price, parseShard } from '../../../terminal/arguments/numbers.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildExperimentEstimate } from './build-experiment-plan.ts'
import { endExperiment, type Outputs, openOutputs, reportEnd, resumeCommand } from './experiment-end.ts'
import { fileHelp, tasksHelp } from './experiment-help.ts'
import { formatExperimentIssues } from './experiment-issues.ts'
import { endShard, requirePartName } from './experiment-shard.ts'
import type { ExperimentSource } from './experiment-source.ts'
import { watchExperiment } from './experiment-watch.ts'

/** `dewpoint experiment run`. */
export function addRunCommand(experiment: Command, run: Runner): void {
  addCommand(
    experiment,
    'run',
    'Run an experiment: exit code 0 when all its assertions hold, 1 when one does not, 3 when one is inconclusive.',
    'experiment run examples/lossless-prelude.yaml --tasks ~/tasks/* --out report.html',
  )
    .argument('<file>', fileHelp)
    .option('--tasks <paths...>', tasksHelp)
    .option('--resume', 'continue the newest unfinished experiment that does exactly this')
    .option('--retry-failed', 'like --resume, and try failed cells again')
    .addOption(
      new Option('--shard <i/n>', 'do one share of the cells, such as 3/8, and write it to --out')
        .argParser(parseShard)
        .conflicts('junit'),
    )
    .addOption(new Option(...databaseOption).conflicts(['shard', 'estimate']))
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
    .option(
      '-o, --out <file>',
      'write a report, in the format of its name: html, md, csv, json, jsonl. With --shard, the part that `experiment merge` takes',
    )
    .option('--force', 'replace files that exist')
    .action(run(runExperimentCommand))
}

type Client = Dewpoint['client']

/** Options of `experiment run`. */
export type RunExperimentOptions = CommonOptions & {
  readonly tasks?: readonly string[]
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly maxCost?: number
  /** False computes, and asks, everything anew. */
  readonly cache?: boolean
  readonly estimate?: boolean
  readonly shard?: Shard
  readonly database?: string | true
  readonly junit?: string
  readonly out?: string
  readonly force?: boolean
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
  requirePartName(options)
  const { readExperimentSource } = await import('./experiment-source.ts')
  const source = await readExperimentSource(file, { folder, tasks: options.tasks })
  const address = options.database === undefined ? null : requireDatabaseAddress(options.database, context)
  return withDewpoint(options, context, async ({ client, guard, connect }) => {
    guard.protect([source.path])
    const outputs = await openOutputs(options, { folder, guard })
    // What it names might be what is to be replaced.
    if (options.force === true && (outputs.junit ?? outputs.report) !== null) {
      guard.protect(await listNamedPromptFiles(source, client))
      await openOutputs(options, { folder, guard })
    }
    const progress = createProgress(options, context)
    progress.show(options.estimate === true ? 'reading tasks, trying variants' : 'reading tasks', 0, 0)
    if (options.estimate === true) {
      const estimate = await runOrShowIssues(client, source, terminal.err, () =>
        client.experiments
          .estimate(buildStartRequest(source, options), { signal: context.signal })
          .finally(progress.end),
      )
      if (estimate === null) return 2
      return printAnswer(options, context, estimate, buildExperimentEstimate)
    }
    const team = address === null ? null : await connectTo(connect, address, context)
    try {
      const started = await runOrShowIssues(client, source, terminal.err, () =>
        (team ?? client.experiments).start(buildStartRequest(source, options)).finally(progress.end),
      )
      if (started === null) return 2
      return await follow({ client, started, outputs, file, options }, context)
    } finally {
      await team?.close()
    }
  })
}

type Started = {
  readonly client: Client
  readonly started: Awaited<ReturnType<Client['experiments']['start']>>
  readonly outputs: Outputs
  /** As it was typed. */
  readonly file: string
  readonly options: RunExperimentOptions
}

/** Watches an experiment to its end, and reports. */
async function follow(
  { client, started, outputs, file, options }: Started,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context
  const experimentId = started.summary.id
  if (started.resumed) terminal.err(`Continuing experiment ${experimentId}.\n`)
  else if (options.resume === true)
    terminal.err(
      'No unfinished experiment does exactly this: settings, prompts or tasks are others than then, or it has ended. A new one was started, with identical cells taken from before.\n',
    )
  await watchExperiment(client, experimentId, options, context)
  if (options.shard !== undefined)
    return endShard({ client, experimentId, part: outputs.report, file, options }, context)
  const detail = await client.experiments.get({ experimentId })
  const results = await client.experiments.results({ experimentId })
  await reportEnd({ client, detail, results }, outputs, options, context)
  return endExperiment({ detail, results, again: resumeCommand(file, options) }, context)
}

/** Says what goes there before anything does. */
async function connectTo(
  connect: Dewpoint['connect'],
  address: string,
  { signal, terminal }: CommandContext,
): ReturnType<Dewpoint['connect']> {
  const tell = (sentence: string): void => terminal.err(`${sentence}\n`)
  const team = await connect({ address, signal, tell })
  tell(describeStoredContent(team.shown))
  return team
}

/**
 * Prompt files that an experiment names. Its tasks are in the library afterwards, so that the guard knows them before
 * anything is paid for.
 */
async function listNamedPromptFiles(
  { text, basePath }: ExperimentSource,
  client: Client,
): Promise<readonly string[]> {
  const check = await client.experiments.check({ text, basePath })
  if (!check.ok) return []
  return check.plan.variants.flatMap(({ prompt }) =>
    prompt !== null && 'file' in prompt ? [resolve(basePath, prompt.file)] : [],
  )
}

function buildStartRequest(
  { text, basePath }: ExperimentSource,
  { resume, retryFailed, maxCost, cache, shard }: RunExperimentOptions,
): Parameters<Client['experiments']['start']>[0] {
  return {
    text,
    basePath,
    resume: resume === true || retryFailed === true,
    retryFailed: retryFailed === true,
    ignoreCache: cache === false,
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    ...(shard === undefined ? {} : { shard }),
  }
}

/** What some work on the file gives; null, and all faults of the file shown, where it has some. */
async function runOrShowIssues<T>(
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
    tell(formatExperimentIssues(check.issues, { path, namesTasks }))
    return null
  }
}
