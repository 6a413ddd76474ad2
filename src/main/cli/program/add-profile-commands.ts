import { Option, type Command } from 'commander'
import type { ModelVendor } from '../../../shared/domain/model-profile.ts'
import type { CommonOptions } from '../context.ts'
import type { ProfileOptions } from '../commands/profile-options.ts'
import type { RolesOptions } from '../commands/profiles.ts'
import { command, type Runner } from './command.ts'
import { price, seconds, thresholdOrInherit, tokens, windowTokens } from './numbers.ts'

/** By name here, as the list of the schema would load the schemas for every `--help`. */
const vendors: Readonly<Record<ModelVendor, true>> = {
  anthropic: true,
  openai: true,
  'openai-compatible': true,
  recorded: true,
}

const profileHelp = 'id of a profile; see `dewpoint profiles list`'

/** `dewpoint profiles …`. */
export function addProfileCommands(program: Command, run: Runner): void {
  const profiles = program
    .command('profiles')
    .description('Set up the models that write summaries. Keys come from the environment.')
    .helpCommand(false)
  command(profiles, 'list', 'List the profiles, their roles and their keys’ whereabouts.', 'profiles list', {
    isDefault: true,
  }).action((options: CommonOptions) =>
    run(async (context) => (await import('../commands/profiles.ts')).listProfiles(options, context)),
  )
  withFields(
    command(
      profiles,
      'add',
      'Add a profile.',
      'profiles add local --vendor openai-compatible --base-url http://127.0.0.1:11434/v1 --model qwen3 --input-price 0 --output-price 0 --role condensing',
    ).argument('<id>', 'small letters, digits and dashes'),
  ).action((id: string, options: ProfileOptions) =>
    run(async (context) => (await import('../commands/profiles.ts')).addProfile(id, options, context)),
  )
  withFields(
    command(profiles, 'edit', 'Change a profile.', 'profiles edit local --threshold 75').argument(
      '<id>',
      profileHelp,
    ),
  ).action((id: string, options: ProfileOptions) =>
    run(async (context) => (await import('../commands/profiles.ts')).editProfile(id, options, context)),
  )
  addOthers(profiles, run)
}

function addOthers(profiles: Command, run: Runner): void {
  command(profiles, 'remove', 'Remove a profile with its roles.', 'profiles remove local')
    .argument('<id>', profileHelp)
    .action((id: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/profiles.ts')).removeProfile(id, options, context)),
    )
  command(
    profiles,
    'test',
    'Make one small request; exit code 1 when no answer comes.',
    'profiles test local --json',
  )
    .argument('<id>', profileHelp)
    .action((id: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/profiles.ts')).testProfile(id, options, context)),
    )
  command(
    profiles,
    'roles',
    'Show or set which profile is the agent’s and which one condenses.',
    'profiles roles --condensing local',
  )
    .option('--main <id>', 'profile of the agent itself, or none')
    .option('--condensing <id>', 'profile that writes summaries, or none')
    .action((options: RolesOptions) =>
      run(async (context) => (await import('../commands/profiles.ts')).profileRoles(options, context)),
    )
}

function withFields(to: Command): Command {
  return (
    to
      .addOption(
        new Option('--vendor <vendor>', 'who speaks on the other side').choices(Object.keys(vendors)),
      )
      .option('--model <id>', 'the model, as its vendor calls it')
      .option('--name <text>', 'name for people; the id without it')
      .option(
        '--base-url <url>',
        'address of the server, for compatible ones; an empty one for the vendor’s own',
      )
      .addOption(
        new Option('--api <api>', 'which of OpenAI’s interfaces').choices(['chat-completions', 'responses']),
      )
      .option('--window <tokens>', 'context window', windowTokens)
      .option('--max-output <tokens>', 'longest answer', tokens)
      .option('--images', 'the model takes images')
      .option('--no-images', 'the model takes no images')
      .option('--input-price <usd>', 'price per million tokens, instead of the known one', price)
      .option('--output-price <usd>', 'the same for output', price)
      .option('--cache-writes-price <usd>', 'the same for cache writes', price)
      .option('--cache-reads-price <usd>', 'the same for cache reads', price)
      .option('--prompt <prompt>', 'condensing prompt for summaries by it, or inherit')
      .option('--threshold <percent>', 'when its agent condenses, 5 to 100, or inherit', thresholdOrInherit)
      .option('--key-variable <name>', 'environment variable with the key; an empty one for the usual one')
      .option(
        '--confirm-key-variable',
        'the key in that variable is for this server, although its name says neither a vendor nor DEWPOINT_KEY_',
      )
      .option('--timeout <seconds>', 'longest silence', seconds)
      .option('--recording <file>', 'recorded answers, with `--vendor recorded`')
      .option('--records <id>', 'profile that is asked for what the recording lacks')
      .addOption(
        new Option('--role <role>', 'what the profile is for').choices(['main', 'condensing', 'both']),
      )
      // Not offered, only caught: what is typed here ends up in the history of the shell.
      .addOption(new Option('--key [key]').hideHelp())
      .addOption(new Option('--api-key [key]').hideHelp())
  )
}
