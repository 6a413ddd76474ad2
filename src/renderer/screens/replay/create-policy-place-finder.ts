/**
 * What the mark of a policy goes by: its place in the lists, one after the other. A policy of a later list that an
 * earlier one has too keeps its mark. Minus one for a policy of none.
 */
export function createPolicyPlaceFinder(
  ...lists: readonly (readonly string[])[]
): (policyId: string) => number {
  const ids = [...new Set(lists.flat())]
  return (policyId) => ids.indexOf(policyId)
}
