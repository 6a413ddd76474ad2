import { Option, type Command } from 'commander'
import { logLevels } from '../../../shared/domain/log.ts'
import type { LogsOptions } from '../commands/logs.ts'
import { command, type Runner } from './command.ts'
import { hits } from './numbers.ts'

/** `dewpoint logs`. */
export function addLogsCommand(program: Command, run: Runner): void {
  command(
    program,
    'logs',
    'Show what all doors noted: starts, runs, model calls, failures; no message, prompt or key is in it.',
    'logs --level warn --since 24h',
  )
    .addOption(
      new Option('--level <level>', 'entries of this level and graver ones').choices(logLevels.slice(1)),
    )
    .option('--since <when>', 'newer ones only: a date, or a while such as 7d, 24h or 90m')
    .option('--lines <number>', 'how many at most, the newest', hits, 50)
    .option('-f, --follow', 'go on with what is written from now on, until Ctrl+C')
    .addOption(
      new Option('--set-level <level>', 'what the log takes from now on, and show nothing').choices(
        logLevels,
      ),
    )
    .action((options: LogsOptions) =>
      run(async (context) => (await import('../commands/logs.ts')).logsCommand(options, context)),
    )
}
