import { Option, type Command } from 'commander'
import type { MetricsGrouping } from '../../../../shared/activity/metrics-types.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parseSince } from '../../../terminal/arguments/parse-since.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildMetricsReport } from './build-metrics-report.ts'

// Written out here, because the schema is loaded only when a command runs.
const groupings = [
  'provider',
  'preset',
  'profile',
  'prompt',
  'arm',
] as const satisfies readonly MetricsGrouping[]

/** `dewpoint metrics`. */
export function addMetricsCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'metrics',
    'Show what stored runs measured: reduction, quality, time, cost and failures.',
    'metrics --by preset --since 7d',
  )
    .addOption(new Option('--by <group>', 'what runs are grouped by').choices(groupings).default('provider'))
    .option('--quality', 'measure first what results kept, where that was not done yet')
    .option('--task <task>', `runs on one task: ${taskHelp}`)
    .option(
      '--since <moment>',
      'runs started since a date (2026-11-01, UTC) or a while ago (7d, 24h)',
      (text) => parseSince(text, Date.now()),
    )
    .action(run(runMetricsCommand))
}

type MetricsOptions = CommonOptions & {
  readonly by: MetricsGrouping
  readonly task?: string
  /** Milliseconds since 1970. */
  readonly since?: number
  /** Measures first what results kept, where that was not done yet. */
  readonly quality?: boolean
}

/** `dewpoint metrics`: what stored runs measured. Resolves to the exit code. */
async function runMetricsCommand(options: MetricsOptions, context: CommandContext): Promise<number> {
  const { by, task, since: sinceTs } = options
  const { report, taskId } = await withDewpoint(options, context, async ({ client }) => {
    const found = task === undefined ? undefined : (await findTask(task, client, context.folder)).id
    const filter = {
      ...(found === undefined ? {} : { taskId: found }),
      ...(sinceTs === undefined ? {} : { sinceTs }),
    }
    if (options.quality === true) await measureQualities(client, filter, options, context)
    return { report: await client.metrics.report({ by, ...filter }), taskId: found ?? null }
  })
  return printAnswer(options, context, { taskId, sinceTs: sinceTs ?? null, ...report }, () =>
    buildMetricsReport(report),
  )
}

async function measureQualities(
  client: Dewpoint['client'],
  filter: Parameters<Dewpoint['client']['quality']['measure']>[0],
  options: MetricsOptions,
  context: CommandContext,
): Promise<void> {
  const progress = createProgress(options, context)
  try {
    for await (const { done, total } of await client.quality.measure(filter, { signal: context.signal }))
      progress.show('measuring what results kept', done, total)
  } finally {
    progress.end()
  }
}
