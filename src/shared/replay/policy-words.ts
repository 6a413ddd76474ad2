import { formatCountWithNoun, indexRanges } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { sumKnown } from '../kernel/numbers.ts'
import type { ReplayedPolicy } from './contract.ts'
import type { DriftResult } from './drift-contract.ts'
import type { ReplayCondensation, UsedTrigger } from './types.ts'

/** What a policy tried in vain, and was charged for; empty where nothing. */
export function describeAttempts({ attempts }: Pick<ReplayedPolicy, 'attempts'>): string {
  if (attempts.length === 0) return ''
  const costUsd = sumKnown(attempts.map((attempt) => attempt.costUsd))
  const cost = costUsd === 0 ? '' : ` (${costUsd === null ? 'cost unknown' : formatUsd(costUsd)})`
  return `${formatCountWithNoun(attempts.length, 'attempt')} without a condensation${cost}`
}

/** Whether a policy goes by more than the size of its context. */
export function hasMoreTriggers({ idle, taskStart, prepareTokens }: UsedTrigger): boolean {
  return idle !== undefined || taskStart !== undefined || prepareTokens !== undefined
}

/** How often a policy condensed for another reason than size, and what it may pay besides; empty where it never did. */
export function describeOccasions({
  firings,
  leftOpenUsd,
}: Pick<ReplayedPolicy, 'firings' | 'leftOpenUsd'>): string {
  const countBy = (wanted: NonNullable<ReplayCondensation['by']>): number =>
    firings.filter(({ by }) => by === wanted).length
  const counts = occasionTexts.flatMap(([by, text]) => {
    const count = countBy(by)
    return count === 0 ? [] : [`${count} ${text}`]
  })
  const open =
    leftOpenUsd === undefined
      ? []
      : [
          `${leftOpenUsd === null ? 'cost unknown' : `${formatUsd(leftOpenUsd)} more`} if the session stays open`,
        ]
  return [...counts, ...open].join(', ')
}

const occasionTexts = [
  ['idle', 'while idle'],
  ['task-start', 'before a new task'],
  ['prepared', 'prepared ahead'],
] as const

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
