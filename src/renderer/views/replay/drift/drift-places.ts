import { policyPlaces } from '../policy-places.ts'

/** A policy that has a mark elsewhere. */
export type MarkedPolicy = { readonly id: string; readonly provider: string | undefined }

/**
 * The places of policies whose drift is shown, after which their marks go: their own of the results, or for one that
 * is called like a provider that of the first policy of this provider there.
 */
export function driftPlaces(
  marked: readonly MarkedPolicy[],
  ids: readonly string[],
): (policyId: string) => number {
  const markedIds = marked.map(({ id }) => id)
  const stands = new Map<string, string>()
  for (const id of ids) {
    const like = marked.find(({ provider }) => provider === id)?.id
    if (like !== undefined && !markedIds.includes(id) && !ids.includes(like)) stands.set(id, like)
  }
  const placeOf = policyPlaces(
    markedIds,
    ids.filter((id) => !stands.has(id)),
  )
  return (policyId) => placeOf(stands.get(policyId) ?? policyId)
}
