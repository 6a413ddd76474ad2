import type { Command } from 'commander'
import type { DriftOptions } from '../commands/drift.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { cycles, price } from './numbers.ts'

/** `dewpoint drift`. */
export function addDriftCommand(program: Command, run: Runner): void {
  command(
    program,
    'drift',
    'Condense a history again and again, and say what is left of what was stated first.',
    'drift ~/tasks/42 --cycles 5',
  )
    .argument('<task>', taskHelp)
    .option('--policy <file>', 'YAML or JSON with policies, instead of the usual ones')
    .option('--cycles <number>', 'how often it is condensed, 2 to 20 (default: 5)', cycles)
    .option('--max-cost <usd>', 'what the models of each policy may cost, in $', price)
    .action((task: string, options: DriftOptions) =>
      run(async (context) => (await import('../commands/drift.ts')).driftCommand(task, options, context)),
    )
}
