import { extractiveProfileId, type ModelProfile } from '../../../../shared/models/model-profile-types.ts'
import type { ProfileList } from '../../../../shared/models/profiles-contract.ts'

/** Stands for "no model is named" in a select, which has no word for null. */
export const byRole = 'by-role'

const extractiveName = 'built-in extractive'

/** The models to choose from: by role, the built-in one, every profile. */
export function buildModelChoices({
  profiles,
  roles,
}: ProfileList): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: byRole, label: describeByRole({ profiles, roles }) },
    { value: extractiveProfileId, label: 'Built-in extractive (no cost)' },
    ...profiles.map(({ profile, obstacle }) => ({
      value: profile.id,
      label: formatProfileName(profile, profiles) + (obstacle === '' ? '' : ' (not ready)'),
    })),
  ]
}

/** The name, and the id beside it where another profile has the same name. */
function formatProfileName({ id, name }: ModelProfile, profiles: ProfileList['profiles']): string {
  const isShared = profiles.some(({ profile }) => profile.name === name && profile.id !== id)
  return isShared ? `${name} · ${id}` : name
}

function describeByRole({ profiles, roles }: Pick<ProfileList, 'profiles' | 'roles'>): string {
  const findHolder = (id: string | null): string | undefined => {
    const view = profiles.find(({ profile }) => profile.id === id)
    return view && formatProfileName(view.profile, profiles)
  }
  const condensing = findHolder(roles.condensing)
  if (condensing !== undefined) return `Condensing role: ${condensing}`
  const main = findHolder(roles.main)
  return main === undefined ? `No model set: ${extractiveName}` : `Main role: ${main}`
}

/** Why the chosen model cannot be asked now, or empty where it can. */
export function explainObstacle({ profiles, roles }: ProfileList, profileId: string | null): string {
  const asked = profileId ?? roles.condensing ?? roles.main
  if (asked === null || asked === extractiveProfileId) return ''
  const view = profiles.find(({ profile }) => profile.id === asked)
  return view === undefined ? 'The chosen model no longer exists. Choose another.' : view.obstacle
}
