import { policySchema, type Policy } from '../../shared/domain/policy.ts'
import type { Store } from '../store/store.ts'

const key = 'policy'

/** The policy that was set last; the defaults where none was, or where it is damaged. */
export async function readPolicy({ preferences }: Pick<Store, 'preferences'>): Promise<Policy> {
  const parsed = policySchema.safeParse((await preferences.all())[key])
  return parsed.success ? parsed.data : policySchema.parse({})
}

/** Keeps a policy for every door. */
export async function writePolicy(
  { preferences }: Pick<Store, 'preferences'>,
  policy: Policy,
): Promise<void> {
  await preferences.set(key, { ...policy })
}
