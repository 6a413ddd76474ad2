import { Option, type Command } from 'commander'
import type { CommonOptions } from '../context.ts'
import type { AddPromptOptions, DiffPromptOptions, ShowPromptOptions } from '../commands/prompts.ts'
import { command, type Runner } from './command.ts'
import { version } from './numbers.ts'

const promptHelp = 'id or name of a prompt; see `dewpoint prompts list`'

/** `dewpoint prompts …`. */
export function addPromptCommands(program: Command, run: Runner): void {
  const prompts = program
    .command('prompts')
    .description('Keep prompts for summaries, with all their versions.')
    .helpCommand(false)
  command(prompts, 'list', 'List the prompts.', 'prompts list', { isDefault: true }).action(
    (options: CommonOptions) =>
      run(async (context) => (await import('../commands/prompts.ts')).listPrompts(options, context)),
  )
  command(prompts, 'show', 'Print a prompt.', 'prompts show short --version 2')
    .argument('<prompt>', promptHelp)
    .option('--version <number>', 'a version; the newest without it', version)
    .action((name: string, options: ShowPromptOptions) =>
      run(async (context) => (await import('../commands/prompts.ts')).showPrompt(name, options, context)),
    )
  command(
    prompts,
    'add',
    'Add a prompt, or a new version of one.',
    'prompts add short --file short.md --note "No code"',
  )
    .argument('<name>', 'name of the prompt; one that exists gets a new version')
    .requiredOption('-f, --file <file>', 'file with the text')
    .option('--note <text>', 'why it was written')
    .addOption(
      new Option('--purpose <purpose>', 'what a new prompt summarises').choices([
        'conversation',
        'tool-output',
      ]),
    )
    .action((name: string, options: AddPromptOptions) =>
      run(async (context) => (await import('../commands/prompts.ts')).addPrompt(name, options, context)),
    )
  command(prompts, 'remove', 'Remove a prompt with all its versions.', 'prompts remove short')
    .argument('<prompt>', promptHelp)
    .action((name: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/prompts.ts')).removePrompt(name, options, context)),
    )
  command(prompts, 'diff', 'Compare two versions of a prompt.', 'prompts diff short --from 1 --to 2')
    .argument('<prompt>', promptHelp)
    .option('--from <number>', 'the older version; the one before `--to` without it', version)
    .option('--to <number>', 'the newer version; the newest without it', version)
    .action((name: string, options: DiffPromptOptions) =>
      run(async (context) => (await import('../commands/prompts.ts')).diffPrompt(name, options, context)),
    )
}
