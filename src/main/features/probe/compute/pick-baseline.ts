import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { uncondensedId, type ProbePlan } from '../../../../shared/probe/probe-types.ts'

/**
 * The method that the others are held against, and that is played once more to see the noise: what the agent did, else the
 * history as it was, else the first one. Of these the one that is played at most cuts.
 */
export function pickBaseline({
  cuts,
}: {
  readonly cuts: readonly Pick<ProbePlan['cuts'][number], 'methods'>[]
}): string | null {
  const played = cuts.flatMap(({ methods }) => methods.flatMap(({ id, why }) => (why === null ? [id] : [])))
  const order = [...new Set([recordedMethodId, uncondensedId, ...played])].filter((id) => played.includes(id))
  const count = (id: string): number => played.filter((one) => one === id).length
  return order.toSorted((a, b) => count(b) - count(a))[0] ?? null
}
