import type { Command } from 'commander'
import type { CommonOptions } from '../context.ts'
import { command, type Runner } from './command.ts'

/** `dewpoint report …`. */
export function addReportCommands(program: Command, run: Runner): void {
  const report = program.command('report').description('Check reports of experiments.').helpCommand(false)
  command(
    report,
    'verify',
    'Compute the figures of an HTML report anew from the data in it; exit code 1 when some differ.',
    'report verify report.html',
  )
    .argument('<html>', 'a report that `experiment export --format html` wrote')
    .action((file: string, options: CommonOptions) =>
      run(async (context) =>
        (await import('../commands/report-verify.ts')).verifyReport(file, options, context),
      ),
    )
}
