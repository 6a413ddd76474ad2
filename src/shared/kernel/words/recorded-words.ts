import type { ExplainedCondensation } from '../../condensations/explained-condensation-types.ts'
import type { RequestSize } from '../../condense/outcome-types.ts'
import type { RecordedCost } from '../../replay/types.ts'
import { findLargest, findSmallest } from '../find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../format-count-with-noun.ts'
import { formatInteger, formatPercent } from '../format-figures.ts'

/** How many requests are in no figure of a replay, and with what share of the recorded cost; empty where none is. */
export function describeLeftOutRequests({
  notReconstructable: lost,
  requests,
}: Pick<RecordedCost, 'notReconstructable' | 'requests'>): string {
  if (lost === undefined || lost.requests === 0) return ''
  const [are, they] = lost.requests === 1 ? ['is', 'it'] : ['are', 'they']
  const money = lost.percent === null ? '' : `, with ${formatPercent(lost.percent)} of the recorded cost`
  return `${formatInteger(lost.requests)} of ${formatCountWithNoun(requests, 'request')} ${are} left out${money}: what ${they} sent is not known.`
}

/**
 * How many times the agent condensed or truncated itself, and how far a threshold explains that, for a person: `3, 2 of
 * them at the same request as a replay with the same settings`.
 */
export function describeOwnCondensations(condensations: readonly ExplainedCondensation[]): string {
  const count = condensations.length
  const same = condensations.filter((condensation) => condensation.same).length
  if (count === 0) return 'none'
  if (count === 1 && same === 0) return '1, at another request than a replay with the same settings'
  if (same === 0) return `${count}, none of them at the same request as a replay with the same settings`
  if (same < count) return `${count}, ${same} of them at the same request as a replay with the same settings`
  if (count === 1) return '1, at the same request as a replay with the same settings'
  return haveCommonLimit(condensations)
    ? `${count}, all of them at the same requests as a replay with the same settings`
    : `${count}, each at the same request as a replay with some threshold, but no one threshold explains them all`
}

/** Whether one limit is among those of every condensation; limits of different units are not held against each other. */
function haveCommonLimit(condensations: readonly ExplainedCondensation[]): boolean {
  const byUnit = Map.groupBy(
    condensations.flatMap(({ limits }) => limits ?? []),
    ({ unit }) => unit,
  )
  return [...byUnit.values()].every(
    (own) => findLargest(own.map(({ above }) => above)) < findSmallest(own.map(({ upTo }) => upTo)),
  )
}

/** The size of a request and whose count that is: `111,358 tok (model's count)`. */
export function describeRequestSize({ tokens, basis }: RequestSize): string {
  return `${formatCount(tokens)} tok (${basis === 'counted' ? 'counted' : 'model’s count'})`
}
