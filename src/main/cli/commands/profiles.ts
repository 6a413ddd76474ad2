import type { ProfileView } from '../../../shared/api/profiles.ts'
import type { ProfileRoles } from '../../../shared/domain/model-profile.ts'
import type { Dewpoint } from '../../compose.ts'
import { CliFailure } from '../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { jsonText } from '../output/json.ts'
import { connectionText, profileListText, profileText, rolesText } from '../output/profile-text.ts'
import { changedProfile, newProfile, type ProfileOptions } from './profile-options.ts'

type Client = Dewpoint['client']

/** `dewpoint profiles list`. */
export async function listProfiles(options: CommonOptions, context: CommandContext): Promise<number> {
  const list = await withDewpoint(options, context, ({ client }) => client.profiles.list())
  await context.terminal.out(options.json === true ? jsonText(list) : profileListText(list))
  return 0
}

/** `dewpoint profiles add <id>`. */
export async function addProfile(
  id: string,
  options: ProfileOptions,
  context: CommandContext,
): Promise<number> {
  refuseKey(options)
  const { profile, assumed } = newProfile(id, options, context.folder)
  const view = await withDewpoint(options, context, async ({ client }) => {
    if (await find(client, id)) {
      const hint = `Change it with \`dewpoint profiles edit ${id}\`.`
      throw new CliFailure({ message: `There is a profile ${id} already.`, hint })
    }
    return save(client, profile, options)
  })
  await context.terminal.out(
    options.json === true ? jsonText({ ...view, assumed }) : profileText(view, assumed),
  )
  return 0
}

/** `dewpoint profiles edit <id>`. */
export async function editProfile(
  id: string,
  options: ProfileOptions,
  context: CommandContext,
): Promise<number> {
  refuseKey(options)
  const view = await withDewpoint(options, context, async ({ client }) => {
    const { profile } = await requireProfile(client, id)
    return save(client, changedProfile(profile, options, context.folder), options)
  })
  await context.terminal.out(options.json === true ? jsonText(view) : profileText(view, []))
  return 0
}

/** `dewpoint profiles remove <id>`. */
export async function removeProfile(
  id: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  await withDewpoint(options, context, async ({ client }) => {
    await requireProfile(client, id)
    await client.profiles.remove({ profileId: id })
  })
  await context.terminal.out(options.json === true ? jsonText({ removed: id }) : `Profile ${id} removed.\n`)
  return 0
}

/** `dewpoint profiles test <id>`. Resolves to the exit code: 1 where no answer came; throws where it was cancelled. */
export async function testProfile(
  id: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const test = await withDewpoint(options, context, ({ client }) =>
    client.profiles.test({ profileId: id }, { signal: context.signal }),
  )
  await context.terminal.out(options.json === true ? jsonText(test) : connectionText(test))
  return test.ok ? 0 : 1
}

export type RolesOptions = CommonOptions & { readonly main?: string; readonly condensing?: string }

/** `dewpoint profiles roles`. */
export async function profileRoles(options: RolesOptions, context: CommandContext): Promise<number> {
  const { main, condensing } = options
  const roles = await withDewpoint(options, context, async ({ client }) => {
    const before = (await client.profiles.list()).roles
    if (main === undefined && condensing === undefined) return before
    return client.profiles.setRoles({
      main: main === undefined ? before.main : idOrNone(main),
      condensing: condensing === undefined ? before.condensing : idOrNone(condensing),
    })
  })
  await context.terminal.out(options.json === true ? jsonText(roles) : rolesText(roles))
  return 0
}

function idOrNone(text: string): string | null {
  return text === 'none' ? null : text
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

async function requireProfile(client: Client, id: string): Promise<ProfileView> {
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
