import { createPolicyPlaceFinder } from '../create-policy-place-finder.ts'

/** A policy that has a mark elsewhere. */
export type MarkedPolicy = {
  readonly id: string
  /** What it is called there. */
  readonly name: string
  readonly provider: string | undefined
}

/**
 * The places of policies whose drift is shown, after which their marks go: their own of the results, or for one that
 * is called like a provider that of the first policy of this provider there.
 */
export function createDriftPlaceFinder(
  marked: readonly MarkedPolicy[],
  ids: readonly string[],
): (policyId: string) => number {
  const markedIds = marked.map(({ id }) => id)
  const stands = new Map<string, string>()
  for (const id of ids) {
    const like = marked.find(({ provider }) => provider === id)?.id
    if (like !== undefined && !markedIds.includes(id) && !ids.includes(like)) stands.set(id, like)
  }
  const placeOf = createPolicyPlaceFinder(
    markedIds,
    ids.filter((id) => !stands.has(id)),
  )
  return (policyId) => placeOf(stands.get(policyId) ?? policyId)
}

/** What the usual policies of a drift are called, by their ids. */
const usualNames: Readonly<Record<string, string>> = {
  native: 'Native',
  lossless: 'Lossless',
  truncation: 'Truncation',
  smart: 'Smart: Balanced',
}

/** What policies whose drift is shown are called: as elsewhere, or by what the usual ones do. */
export function createDriftNameFinder(marked: readonly MarkedPolicy[]): (policyId: string) => string {
  const names = new Map(marked.map(({ id, name }) => [id, name]))
  return (policyId) => names.get(policyId) ?? usualNames[policyId] ?? policyId
}
