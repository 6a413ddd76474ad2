import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import type { Store } from '../store/store.ts'
import { Problem } from './problem.ts'

/** The profile of an id, or a problem that says where to find the right one. */
export async function requireProfile(
  { profiles }: Pick<Store, 'profiles'>,
  id: string,
): Promise<ModelProfile> {
  const profile = await profiles.get(id)
  if (profile !== null) return profile
  throw new Problem({
    code: 'not-found',
    message: `There is no profile ${id}`,
    where: id,
    hint: 'List the profiles to see their ids, or add one.',
  })
}
