import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'

type Played = readonly Pick<ReplayedPolicy['firings'][number], 'isTruncation'>[]
type Own = readonly Pick<ReplayResult['recorded']['firings'][number], 'kind'>[]

/**
 * How often a policy condensed, and truncated, which only an agent does: `2 condensations, 1 truncation`. Of what the
 * agent did itself (`own`) also how much is played, where that is not all.
 */
export function describeCondensations(played: Played, own: Own): string {
  if (own.length <= played.length)
    return describeCounts(played.length, played.filter(({ isTruncation }) => isTruncation === true).length)
  const truncations = own.filter(({ kind }) => kind === 'truncation').length
  return `${describeCounts(own.length, truncations)}, ${played.length === 0 ? 'none' : played.length} played`
}

function describeCounts(all: number, truncations: number): string {
  const condensations = all - truncations
  return [
    ...(condensations > 0 || truncations === 0 ? [formatCountWithNoun(condensations, 'condensation')] : []),
    ...(truncations > 0 ? [formatCountWithNoun(truncations, 'truncation')] : []),
  ].join(', ')
}
