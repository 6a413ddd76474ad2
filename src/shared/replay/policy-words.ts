import { formatCountWithNoun, indexRanges } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { sumKnown } from '../kernel/numbers.ts'
import type { ReplayedPolicy } from './contract.ts'
import type { DriftResult } from './drift-contract.ts'

/** What a policy tried in vain, and was charged for; empty where nothing. */
export function describeAttempts({ attempts }: Pick<ReplayedPolicy, 'attempts'>): string {
  if (attempts.length === 0) return ''
  const costUsd = sumKnown(attempts.map((attempt) => attempt.costUsd))
  const cost = costUsd === 0 ? '' : ` (${costUsd === null ? 'cost unknown' : formatUsd(costUsd)})`
  return `${formatCountWithNoun(attempts.length, 'attempt')} without a condensation${cost}`
}

/** The notes on a policy. What is said again and again is said once, with the requests before which it holds. */
export function listPolicyNotes({ notes }: Pick<ReplayedPolicy, 'notes'>): readonly string[] {
  return [...Map.groupBy(notes, ({ text }) => text)].map(([text, own]) => {
    const requests = own.map(({ request }) => request)
    return `before ${requests.length === 1 ? 'request' : 'requests'} ${indexRanges(requests)}: ${text}`
  })
}

/** How fast a policy loses the first facts of a history, in few words. */
export function formatHalfLife({ facts, halfLifeCycles, cycles }: DriftResult['policies'][number]): string {
  if (facts === 0) return 'no facts to lose'
  if (!cycles.some(({ isCondensed }) => isCondensed)) return 'condensed nothing'
  return halfLifeCycles === null ? 'nothing lost' : `half-life ${halfLifeCycles.toFixed(1)}`
}
