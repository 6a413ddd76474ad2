import type { ProfileList } from '../../../shared/api/profiles.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'

/** Stands for "no model is named" in a select, which has no word for null. */
export const byRole = 'by-role'

const extractiveName = 'built-in extractive'

/** The models to choose from: by role, the built-in one, every profile. */
export function modelChoices({
  profiles,
  roles,
}: ProfileList): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: byRole, label: describeByRole({ profiles, roles }) },
    { value: extractiveProfileId, label: `Built-in extractive (no cost)` },
    ...profiles.map(({ profile, obstacle }) => ({
      value: profile.id,
      label: obstacle === '' ? profile.name : `${profile.name} (not ready)`,
    })),
  ]
}

function describeByRole({ profiles, roles }: Pick<ProfileList, 'profiles' | 'roles'>): string {
  const nameOf = (id: string | null): string | undefined =>
    profiles.find(({ profile }) => profile.id === id)?.profile.name
  const condensing = nameOf(roles.condensing)
  if (condensing !== undefined) return `Condensing role: ${condensing}`
  const main = nameOf(roles.main)
  return main === undefined ? `No role: ${extractiveName}` : `Main role: ${main}`
}

/** Why the chosen model cannot be asked now; empty where it can. */
export function obstacleOf({ profiles, roles }: ProfileList, profileId: string | null): string {
  const asked = profileId ?? roles.condensing ?? roles.main
  if (asked === null || asked === extractiveProfileId) return ''
  const view = profiles.find(({ profile }) => profile.id === asked)
  return view === undefined ? 'The profile that was chosen is gone; choose another model.' : view.obstacle
}
