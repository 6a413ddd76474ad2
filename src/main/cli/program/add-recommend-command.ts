import type { Command } from 'commander'
import type { RecommendOptions } from '../commands/recommend.ts'
import { command, type Runner } from './command.ts'

/** `dewpoint recommend`. */
export function addRecommendCommand(program: Command, run: Runner): void {
  command(
    program,
    'recommend',
    'Say which provider suits a budget, a latency, an acceptable loss and the effort of setting it up.',
    'recommend --budget 0.03 --latency 2s --loss 30%',
  )
    .option(
      '--budget <answer>',
      'what a condensation may cost: an amount in $, or open, cents, fraction, free',
    )
    .option('--latency <answer>', 'how long it may take: 100ms, 500ms, 2s, 10s, any, or another time')
    .option('--loss <answer>', 'how much may be lost: none, 10%, 30%, 50%, any, or another share')
    .option('--config <answer>', 'what you want to set up: none, presets, some, custom, per-message')
    .action((options: RecommendOptions) =>
      run(async (context) => (await import('../commands/recommend.ts')).recommendCommand(options, context)),
    )
}
