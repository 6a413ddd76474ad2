import { formatInteger, formatPercent } from '../kernel/format-figures.ts'
import type { LiveContext, LossForecast } from './types.ts'

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

const triggerBases: Readonly<Record<NonNullable<LiveContext['trigger']>['from'], string>> = {
  settings: 'as its agent is set',
  recorded: 'as it did before',
  rule: 'by the rule of its agent',
}

function describeForecast(
  contextTokens: number,
  trigger: LiveContext['trigger'],
  turns: LiveContext['turnsLeft'],
): string {
  if (trigger === null) return 'nobody knows when it condenses'
  const basis = triggerBases[trigger.from]
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

/** What a forecast of a condensation says: `A forecast by … : 14 of 17 files and results would be gone.` */
export function describeLoss({
  label,
  isExtracted,
  tokensBefore,
  tokensAfter,
  things,
  lost,
}: LossForecast): string {
  const method = isExtracted ? `${label}’s rules with an extract in place of its model` : `${label}’s rules`
  const size = `${formatInteger(tokensBefore)} → ${formatInteger(tokensAfter)} tokens (counted)`
  const share =
    things === 0
      ? 'No file and no result of a command is in the context.'
      : `${formatInteger(lost.length)} of ${formatInteger(things)} files and results of commands would no longer be there.`
  return `A forecast by ${method}: ${size}. ${share}`
}
