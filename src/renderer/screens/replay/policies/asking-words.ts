import { formatLimitUsd, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { ReplayEstimate } from '../../../../shared/replay/contract.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'

/** What a policy would ask of its models. */
export function describeGuess(guessed: ReplayEstimate[number]): string {
  const { condensations, calls, costUsd, isPriced, obstacle } = guessed
  if (obstacle !== null) return `no model can be asked. ${obstacle}`
  if (calls === 0) return 'nothing, since it would never call the model.'
  const often = `${formatCountWithNoun(condensations, 'condensation')}, ${formatCountWithNoun(calls, 'call')}`
  return isPriced ? `about ${formatUsd(costUsd)} (${often}).` : `at no known price (${often}).`
}

/** What all of them would cost, and what that can be believed. Empty before it is known. */
export function sumWords(estimate: ReplayEstimate | undefined): string {
  const asking = estimate?.filter(({ obstacle, calls }) => obstacle === null && calls > 0) ?? []
  if (asking.length === 0) return ''
  const sumUsd = asking.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const isPriced = asking.every((own) => own.isPriced)
  const unpriced = isPriced ? '' : ', and what has no known price'
  const isSum = asking.length > 1 && (isPriced || sumUsd > 0)
  const sum = isSum ? `Together about ${formatUsd(sumUsd)}${unpriced}. ` : ''
  return `${sum}Estimated with guessed answers: longer or shorter ones cost more or less, and may change how often a policy condenses.`
}

/** What ends the asking. */
export function limitWords(maxCostUsd: number | null, policies: number): string {
  return maxCostUsd === null
    ? 'There is no limit on what they may cost.'
    : `Each of them stops asking at ${formatLimitUsd(maxCostUsd)}: at most ${formatLimitUsd(maxCostUsd * policies)} together.`
}
