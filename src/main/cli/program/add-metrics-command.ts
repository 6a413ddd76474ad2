import { Option, type Command } from 'commander'
import type { MetricsGrouping } from '../../../shared/domain/metrics.ts'
import type { MetricsOptions } from '../commands/metrics.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { since } from './since.ts'

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
  command(
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
      (text) => since(text, Date.now()),
    )
    .action((options: MetricsOptions) =>
      run(async (context) => (await import('../commands/metrics.ts')).metricsCommand(options, context)),
    )
}
