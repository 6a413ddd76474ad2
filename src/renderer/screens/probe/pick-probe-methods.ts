import type { KeptByMethods } from '../../../shared/condensations/kept-by-methods-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'

/** Methods beside what the agent did. */
const usualCount = 2

/**
 * The methods that a probe begins with: what the agent did, and the two that would have kept most of what was needed, else
 * the first two of the list. Ids of `arms` that need no key.
 */
export function pickProbeMethods(
  kept: KeptByMethods | undefined,
  arms: readonly string[],
): readonly string[] {
  const best = kept?.methods.filter(
    ({ outcome, valid, kept: things }) => outcome === 'condensed' && valid && things !== null,
  )
  const others = (best?.map(({ id }) => id) ?? arms).filter((id) => id !== recordedMethodId)
  return [recordedMethodId, ...others.slice(0, usualCount)]
}
