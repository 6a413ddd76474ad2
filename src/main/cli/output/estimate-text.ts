import type { RunEstimate } from '../../../shared/domain/estimate.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { formatDuration, formatPercent, formatUsd, oneLine } from './figures.ts'
import { notesText, promptText } from './outcome-text.ts'
import { decisionsText, passesText } from './passes-text.ts'
import { formatPairs } from './table.ts'

/** `condense --estimate` for people. */
export function estimateText(estimate: RunEstimate): string {
  const { status, reason, originalTokens, finalTokens, confidence, costUsd, modelCalls, durationMs, asked } =
    estimate
  const saved = originalTokens === 0 ? 0 : (100 * (originalTokens - finalTokens)) / originalTokens
  const headlines = {
    condensed: 'would condense',
    unchanged: `would change nothing: ${oneLine(reason, 300)}`,
    failed: `would fail: ${oneLine(reason, 300)}`,
  }
  return [
    `${headlines[status]}\n`,
    formatPairs([
      ['provider', asked === undefined ? '' : `${asked.providerId}${presetText(asked.presetId)}`],
      ['prompt', asked?.prompt == null ? '' : promptText(asked.prompt)],
      ['tokens', `${formatCount(originalTokens)} -> ${formatCount(finalTokens)} (${formatPercent(-saved)})`],
      ['counted', `${formatPercent(100 * confidence)} of what would be left; the rest is guessed`],
      ['cost', `${formatUsd(costUsd)}, ${countOf(modelCalls, 'model call')}`],
      ['time', formatDuration(durationMs)],
    ]),
    passesText(estimate),
    decisionsText(estimate),
    notesText(estimate.notes),
    estimate.warnings.map(({ message }) => `warning: ${oneLine(message, 300)}\n`).join(''),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

const presetText = (presetId: string | null): string => (presetId === null ? '' : ` (${presetId})`)
