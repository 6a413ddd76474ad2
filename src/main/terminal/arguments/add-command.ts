import type { Command, CommandOptions } from 'commander'
import type { CommandContext } from '../context.ts'

/** Makes an action of a command that takes its arguments, its options and the context, and resolves to the exit code. */
export type Runner = <Arguments extends readonly unknown[]>(
  command: (...given: [...Arguments, CommandContext]) => Promise<number>,
) => (...given: Arguments) => Promise<void>

/** What a `<task>` argument takes. */
export const taskHelp =
  'a task folder, a history file, a session of a database (file#session), or the id of a task that was opened before'

/** The option of commands that may run external arms, as Commander takes it. */
export const allowCommandsOption = [
  '--allow-commands',
  'allow the external methods that are named to run on this machine, from now on',
] as const

/** Adds a command with the options that all have, and an example of its use. */
export function addCommand(
  program: Command,
  name: string,
  description: string,
  example: string,
  more: CommandOptions = {},
): Command {
  return program
    .command(name, more)
    .description(description)
    .option('--json', 'print JSON')
    .option('--data <folder>', 'folder of the database, instead of the usual one')
    .option('--progress', 'show progress on stderr even without a terminal')
    .addHelpText('after', `\nExample:\n  dewpoint ${example}`)
}
