import { policySchema, type Policy } from '../../../shared/installation/policy-types.ts'
import { profileRolesSchema, type ProfileRoles } from '../../../shared/models/model-profile-types.ts'
import type { Store } from '../store/store.ts'

const policyKey = 'policy'

/** The policy that was set last; the defaults where none was, or where it is damaged. */
export async function readPolicy({ preferences }: Pick<Store, 'preferences'>): Promise<Policy> {
  const parsed = policySchema.safeParse((await preferences.all())[policyKey])
  return parsed.success ? parsed.data : policySchema.parse({})
}

/** Keeps a policy for every door. */
export async function writePolicy(
  { preferences }: Pick<Store, 'preferences'>,
  policy: Policy,
): Promise<void> {
  await preferences.set(policyKey, { ...policy })
}

const rolesKey = 'profile-roles'

/** What profiles are for; nobody has a role where none was given, or where the record of it is damaged. */
export async function readRoles({ preferences }: Pick<Store, 'preferences'>): Promise<ProfileRoles> {
  const parsed = profileRolesSchema.safeParse((await preferences.all())[rolesKey])
  return parsed.success ? parsed.data : profileRolesSchema.parse({})
}

/** Keeps roles for every door. */
export async function writeRoles(
  { preferences }: Pick<Store, 'preferences'>,
  roles: ProfileRoles,
): Promise<void> {
  await preferences.set(rolesKey, { ...roles })
}
