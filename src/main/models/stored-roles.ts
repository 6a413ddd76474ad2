import { profileRolesSchema, type ProfileRoles } from '../../shared/domain/model-profile.ts'
import type { Store } from '../store/store.ts'

const key = 'profile-roles'

/** What profiles are for; nobody has a role where none was given, or where the record of it is damaged. */
export async function readRoles({ preferences }: Pick<Store, 'preferences'>): Promise<ProfileRoles> {
  const parsed = profileRolesSchema.safeParse((await preferences.all())[key])
  return parsed.success ? parsed.data : profileRolesSchema.parse({})
}

/** Keeps roles for every door. */
export async function writeRoles(
  { preferences }: Pick<Store, 'preferences'>,
  roles: ProfileRoles,
): Promise<void> {
  await preferences.set(key, { ...roles })
}
