import type { Command } from 'commander'
import type { ProfileRoles } from '../../../../shared/models/model-profile-types.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { askAndPrint, printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildConnectionTest, buildProfileList, buildProfileRoles } from './build-profile.ts'
import { addEditCommands, profileHelp, requireProfile } from './profile-edit.ts'

type Client = Dewpoint['client']

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
  ).action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.profiles.list(), buildProfileList),
    ),
  )
  addEditCommands(profiles, run)
  addOthers(profiles, run)
}

function addOthers(profiles: Command, run: Runner): void {
  addCommand(profiles, 'remove', 'Remove a profile with its roles.', 'profiles remove local')
    .argument('<id>', profileHelp)
    .action(run(removeProfile))
  addCommand(
    profiles,
    'test',
    'Make one small request. Exit code 1 when no answer comes.',
    'profiles test local --json',
  )
    .argument('<id>', profileHelp)
    .action(run(testProfile))
  addCommand(
    profiles,
    'roles',
    'Show or set which profile is the agent’s and which one condenses.',
    'profiles roles --condensing local',
  )
    .option('--main <id>', 'profile of the agent itself, or none')
    .option('--condensing <id>', 'profile that writes summaries, or none')
    .action(run(runProfileRolesCommand))
}

/** `dewpoint profiles remove <id>`. */
function removeProfile(id: string, options: CommonOptions, context: CommandContext): Promise<number> {
  return askAndPrint(
    options,
    context,
    async (client) => {
      await requireProfile(client, id)
      await client.profiles.remove({ profileId: id })
      return { removed: id }
    },
    () => `Profile ${id} removed.`,
  )
}

/** `dewpoint profiles test <id>`. Resolves to the exit code: 1 where no answer came; throws where it was cancelled. */
async function testProfile(id: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const test = await withDewpoint(options, context, ({ client }) =>
    client.profiles.test({ profileId: id }, { signal: context.signal }),
  )
  await printAnswer(options, context, test, buildConnectionTest)
  return test.ok ? 0 : 1
}

type RolesOptions = CommonOptions & { readonly main?: string; readonly condensing?: string }

/** `dewpoint profiles roles`. */
async function runProfileRolesCommand(options: RolesOptions, context: CommandContext): Promise<number> {
  const { main, condensing } = options
  const setRoles = async (client: Client): Promise<ProfileRoles> => {
    const before = (await client.profiles.list()).roles
    if (main === undefined && condensing === undefined) return before
    return client.profiles.setRoles({
      main: main === undefined ? before.main : parseIdOrNone(main),
      condensing: condensing === undefined ? before.condensing : parseIdOrNone(condensing),
    })
  }
  return askAndPrint(options, context, setRoles, buildProfileRoles)
}

function parseIdOrNone(text: string): string | null {
  return text === 'none' ? null : text
}
