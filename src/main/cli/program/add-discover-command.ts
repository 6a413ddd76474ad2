import type { Command } from 'commander'
import type { CommonOptions } from '../context.ts'
import { command, type Runner } from './command.ts'

/** `dewpoint discover`. */
export function addDiscoverCommand(program: Command, run: Runner): void {
  command(
    program,
    'discover',
    'Find the folders in which agents on this machine keep their tasks.',
    'discover --json',
  ).action((options: CommonOptions) =>
    run(async (context) => (await import('../commands/discover.ts')).discoverCommand(options, context)),
  )
}
