import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'

/** What came of condensing a history again and again under one policy. */
export type DriftedPolicy = DriftResult['policies'][number]

/** A share of facts. */
export function shareText(share: number | null): string {
  return formatShown(share, 'share')
}

/** The share of the first facts that is left after so many condensations. Null where there were none. */
export function findSurvivalAfter({ facts, cycles }: DriftedPolicy, condensations: number): number | null {
  if (condensations === 0) return facts === 0 ? null : 1
  return cycles[condensations - 1]?.survival ?? null
}

/** What is left of the first facts in the end, in a sentence: under the policy that keeps the most, and the least. */
export function describeDrift({ policies, cuts }: DriftResult, nameOf: (policyId: string) => string): string {
  const facts = findLargest(
    policies.map((policy) => policy.facts),
    0,
  )
  if (facts === 0) return ''
  const left = policies.flatMap((policy) => {
    const survival = findSurvivalAfter(policy, cuts.length)
    const isCondensed = policy.cycles.some((cycle) => cycle.isCondensed)
    return survival === null || !isCondensed ? [] : [{ name: nameOf(policy.id), survival }]
  })
  const [most, ...others] = left.toSorted((a, b) => b.survival - a.survival)
  if (most === undefined) return 'No policy condensed anything, so nothing was lost.'
  const least = others.at(-1)
  const rest = least === undefined ? '' : `, and ${least.name} ${shareText(least.survival)}`
  return `After ${formatCountWithNoun(cuts.length, 'condensation')}, ${most.name} still has ${shareText(most.survival)} of the ${formatCountWithNoun(facts, 'first fact')}${rest}.`
}

/** Which condensation it is, and before which message. */
export function describeCondensation(cuts: readonly number[], condensations: number): string {
  const message = cuts[condensations - 1]
  return message === undefined
    ? 'Before the first condensation'
    : `After condensation ${condensations}, before message ${message}`
}
