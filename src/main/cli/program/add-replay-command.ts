import type { Command } from 'commander'
import type { ReplayOptions } from '../commands/replay.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { price, windowTokens } from './numbers.ts'

/** `dewpoint replay`. */
export function addReplayCommand(program: Command, run: Runner): void {
  command(
    program,
    'replay',
    'Play a recorded task again under other policies: what each would have cost, and what it would have kept.',
    'replay ~/tasks/42 --policy policies.yaml --json',
  )
    .argument('<task>', taskHelp)
    .option('--policy <file>', 'YAML or JSON with policies, instead of the usual ones')
    .option('--window <tokens>', 'window of policies that name none (default: 200000)', windowTokens)
    .option('--max-cost <usd>', 'what the models of each policy may cost, in $', price)
    .action((task: string, options: ReplayOptions) =>
      run(async (context) => (await import('../commands/replay.ts')).replayCommand(task, options, context)),
    )
}
