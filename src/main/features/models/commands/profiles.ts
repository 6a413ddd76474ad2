import type { Command } from 'commander'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatConnectionTest, formatProfileList, formatProfileRoles } from './format-profile.ts'
import { addEditCommands, profileHelp, requireProfile } from './profile-edit.ts'

/** `dewpoint profiles …`. */
export function addProfileCommands(program: Command, run: Runner): void {
  const profiles = program
    .command('profiles')
    .description('Set up the models that write summaries. Keys come from the environment.')
    .helpCommand(false)
  addCommand(
    profiles,
    'list',
    'List the profiles, their roles and where their keys come from.',
    'profiles list',
    {
      isDefault: true,
    },
  ).action((options: CommonOptions) => run((context) => listProfiles(options, context)))
  addEditCommands(profiles, run)
  addOthers(profiles, run)
}

function addOthers(profiles: Command, run: Runner): void {
  addCommand(profiles, 'remove', 'Remove a profile with its roles.', 'profiles remove local')
    .argument('<id>', profileHelp)
    .action((id: string, options: CommonOptions) => run((context) => removeProfile(id, options, context)))
  addCommand(
    profiles,
    'test',
    'Make one small request. Exit code 1 when no answer comes.',
    'profiles test local --json',
  )
    .argument('<id>', profileHelp)
    .action((id: string, options: CommonOptions) => run((context) => testProfile(id, options, context)))
  addCommand(
    profiles,
    'roles',
    'Show or set which profile is the agent’s and which one condenses.',
    'profiles roles --condensing local',
  )
    .option('--main <id>', 'profile of the agent itself, or none')
    .option('--condensing <id>', 'profile that writes summaries, or none')
    .action((options: RolesOptions) => run((context) => runProfileRolesCommand(options, context)))
}

/** `dewpoint profiles list`. */
async function listProfiles(options: CommonOptions, context: CommandContext): Promise<number> {
  const list = await withDewpoint(options, context, ({ client }) => client.profiles.list())
  await context.terminal.out(options.json === true ? formatJson(list) : formatProfileList(list))
  return 0
}

/** `dewpoint profiles remove <id>`. */
async function removeProfile(id: string, options: CommonOptions, context: CommandContext): Promise<number> {
  await withDewpoint(options, context, async ({ client }) => {
    await requireProfile(client, id)
    await client.profiles.remove({ profileId: id })
  })
  await context.terminal.out(options.json === true ? formatJson({ removed: id }) : `Profile ${id} removed.\n`)
  return 0
}

/** `dewpoint profiles test <id>`. Resolves to the exit code: 1 where no answer came; throws where it was cancelled. */
async function testProfile(id: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const test = await withDewpoint(options, context, ({ client }) =>
    client.profiles.test({ profileId: id }, { signal: context.signal }),
  )
  await context.terminal.out(options.json === true ? formatJson(test) : formatConnectionTest(test))
  return test.ok ? 0 : 1
}

type RolesOptions = CommonOptions & { readonly main?: string; readonly condensing?: string }

/** `dewpoint profiles roles`. */
async function runProfileRolesCommand(options: RolesOptions, context: CommandContext): Promise<number> {
  const { main, condensing } = options
  const roles = await withDewpoint(options, context, async ({ client }) => {
    const before = (await client.profiles.list()).roles
    if (main === undefined && condensing === undefined) return before
    return client.profiles.setRoles({
      main: main === undefined ? before.main : parseIdOrNone(main),
      condensing: condensing === undefined ? before.condensing : parseIdOrNone(condensing),
    })
  })
  await context.terminal.out(options.json === true ? formatJson(roles) : formatProfileRoles(roles))
  return 0
}

function parseIdOrNone(text: string): string | null {
  return text === 'none' ? null : text
}
