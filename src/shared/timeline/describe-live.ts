import { formatInteger, formatPercent } from '../kernel/format-figures.ts'
import type { LiveContext } from './types.ts'

/** `118,924 of 200,000 tokens (59.5 %) · +4,100 a request · condenses in about 38,000 tokens (7 to 12 requests)`. */
export function describeLive({
  contextTokens,
  windowTokens,
  trigger,
  growthTokens,
  turnsLeft,
}: LiveContext): string {
  const share =
    windowTokens === null
      ? ''
      : ` of ${formatInteger(windowTokens)} tokens (${formatPercent((100 * contextTokens) / windowTokens)})`
  return [
    `${formatInteger(contextTokens)}${share === '' ? ' tokens' : share}`,
    growthTokens === null ? '' : `+${formatInteger(growthTokens)} a request`,
    describeForecast(contextTokens, trigger, turnsLeft),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function describeForecast(
  contextTokens: number,
  trigger: LiveContext['trigger'],
  turns: LiveContext['turnsLeft'],
): string {
  if (trigger === null) return 'nobody knows when it condenses'
  const basis = trigger.from === 'recorded' ? 'as it did before' : 'by the rule of its agent'
  const left = trigger.tokens - contextTokens
  if (left <= 0) return `condenses now, ${basis}`
  const range =
    turns === null
      ? ''
      : ` (${turns.fewest === turns.most ? '' : `${turns.fewest} to `}${turns.most} request${turns.most === 1 ? '' : 's'})`
  return `condenses in about ${formatInteger(roundTokens(left))} tokens${range}, ${basis}`
}

/** Two digits are all that a forecast has. */
function roundTokens(tokens: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 1)
  return Math.round(tokens / step) * step
}
