import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { ReplayEstimate } from '../../../../shared/replay/contract.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'

/** What a replay or a drift is about to ask of models, a line for each policy, and what ends that; empty for nothing. */
export function describeModelRequests(estimate: ReplayEstimate, maxCostUsd: number | undefined): string {
  if (estimate.length === 0) return ''
  const limit =
    maxCostUsd === undefined
      ? 'No limit is set: --max-cost sets one for each policy.'
      : `Each of them stops at ${formatUsd(maxCostUsd)} (--max-cost).`
  const lines = estimate.map((own) => `${own.policyId} asks ${own.models.join(', ')}: ${guessText(own)}`)
  return `${[...lines, `Estimated with guessed answers. ${limit}`].join('\n')}\n`
}

function guessText({ condensations, calls, costUsd, isPriced, obstacle }: ReplayEstimate[number]): string {
  if (obstacle !== null) return `no model can be called. ${formatOneLine(obstacle, 300)}`
  if (calls === 0) return 'nothing, since it would never call the model'
  const often = `${formatCountWithNoun(condensations, 'condensation')}, ${formatCountWithNoun(calls, 'call')}`
  return isPriced ? `about ${formatUsd(costUsd)} for ${often}` : `no known price for ${often}`
}
