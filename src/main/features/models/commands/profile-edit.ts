import type { Command } from 'commander'
import type { ProfileRoles } from '../../../../shared/models/model-profile-types.ts'
import type { ProfileView } from '../../../../shared/models/profiles-contract.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildProfile } from './build-profile.ts'
import {
  buildChangedProfile,
  buildNewProfile,
  withProfileOptions,
  type ProfileOptions,
} from './profile-options.ts'

type Client = Dewpoint['client']

/** What names a profile. */
export const profileHelp = 'id of a profile (see `dewpoint profiles list`)'

/** `dewpoint profiles add` and `edit`. */
export function addEditCommands(profiles: Command, run: Runner): void {
  withProfileOptions(
    addCommand(
      profiles,
      'add',
      'Add a profile.',
      'profiles add local --vendor openai-compatible --base-url http://127.0.0.1:11434/v1 --model qwen3 --input-price 0 --output-price 0 --role condensing',
    ).argument('<id>', 'lowercase letters, digits and dashes'),
  ).action(run(addProfile))
  withProfileOptions(
    addCommand(profiles, 'edit', 'Change a profile.', 'profiles edit local --threshold 75').argument(
      '<id>',
      profileHelp,
    ),
  ).action(run(editProfile))
}

/** `dewpoint profiles add <id>`. */
async function addProfile(id: string, options: ProfileOptions, context: CommandContext): Promise<number> {
  refuseKey(options)
  const { profile, assumed } = buildNewProfile(id, options, context.folder)
  const view = await withDewpoint(options, context, async ({ client }) => {
    if (await find(client, id)) {
      const hint = `Change it with \`dewpoint profiles edit ${id}\`.`
      throw new CliFailure({ message: `There is a profile ${id} already.`, hint })
    }
    return save(client, profile, options)
  })
  return printAnswer(options, context, { ...view, assumed }, () => buildProfile(view, assumed))
}

/** `dewpoint profiles edit <id>`. */
async function editProfile(id: string, options: ProfileOptions, context: CommandContext): Promise<number> {
  refuseKey(options)
  const view = await withDewpoint(options, context, async ({ client }) => {
    const { profile } = await requireProfile(client, id)
    return save(client, buildChangedProfile(profile, options, context.folder), options)
  })
  return printAnswer(options, context, view, () => buildProfile(view))
}

async function save(
  client: Client,
  profile: ProfileView['profile'],
  options: ProfileOptions,
): Promise<ProfileView> {
  const { role } = options
  const isVariableConfirmed = options.confirmKeyVariable === true
  if (isVariableConfirmed && profile.keyVariable === null) {
    throw new CliFailure({
      message: '--confirm-key-variable needs a variable to confirm.',
      hint: 'Name it with --key-variable.',
    })
  }
  // A page may have pointed the profile elsewhere since; only an address that is named here is meant.
  if (isVariableConfirmed || options.baseUrl !== undefined || options.vendor !== undefined)
    await client.profiles.allowVariables({ profile, isVariableConfirmed })
  const view = await client.profiles.save(profile)
  if (role !== undefined) {
    const { roles } = await client.profiles.list()
    await client.profiles.setRoles(withRole(roles, profile.id, role))
  }
  return view
}

function withRole(roles: ProfileRoles, id: string, role: NonNullable<ProfileOptions['role']>): ProfileRoles {
  return {
    main: role === 'condensing' ? roles.main : id,
    condensing: role === 'main' ? roles.condensing : id,
  }
}

async function find(client: Client, id: string): Promise<ProfileView | undefined> {
  return (await client.profiles.list()).profiles.find(({ profile }) => profile.id === id)
}

/** The profile with an id. Throws a `CliFailure` where there is none. */
export async function requireProfile(client: Client, id: string): Promise<ProfileView> {
  const view = await find(client, id)
  if (view !== undefined) return view
  throw new CliFailure({
    message: `There is no profile ${id}.`,
    hint: 'See `dewpoint profiles list`.',
  })
}

/** Whoever types a key has it in the history of the shell, and in the list of processes while the command runs. */
function refuseKey({ key, apiKey }: ProfileOptions): void {
  if (key === undefined && apiKey === undefined) return
  throw new CliFailure({
    message: 'A key does not belong on a command line: the history of the shell keeps it.',
    hint: 'Set it in an environment variable (`dewpoint profiles list --json` names the ones that are looked at), and replace the one that was typed.',
  })
}
