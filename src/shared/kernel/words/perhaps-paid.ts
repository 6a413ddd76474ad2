import type { PerhapsPaid } from '../../models/pricing-types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'
import { formatUsd } from '../format-figures.ts'

/** What stands behind a sum of costs where some of it is in doubt; empty where nothing is. */
export function describePerhapsPaid(perhaps: PerhapsPaid | undefined): string {
  if (perhaps === undefined || perhaps.calls === 0) return ''
  return `, of it up to ${formatUsd(perhaps.usd)} perhaps paid: ${formatCountWithNoun(perhaps.calls, 'call')} cut off by a kill`
}
