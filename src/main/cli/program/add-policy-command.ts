import type { Command } from 'commander'
import type { PolicyOptions } from '../commands/policy.ts'
import { command, type Runner } from './command.ts'

/** `dewpoint policy`. */
export function addPolicyCommand(program: Command, run: Runner): void {
  command(
    program,
    'policy',
    'Show or set what holds for every condensation: threshold, gain, provider, prompt, budgets, alert.',
    'policy --set threshold=75 --set budget-per-day=2',
  )
    .option('--set <key=value...>', 'set a value, or several; `none` takes a limit away')
    .action((options: PolicyOptions) =>
      run(async (context) => (await import('../commands/policy.ts')).policyCommand(options, context)),
    )
}
