import type { Warning } from '../../shared/domain/outcome.ts'
import type { LanguageModel } from './language-model.ts'

/** Says which prices are unknown, so that a cost of 0 is not taken for the truth. */
export function priceWarnings(missing: readonly string[], { info }: LanguageModel): Warning[] {
  if (missing.length === 0) return []
  const message = `The price of ${info.label} is unknown for ${missing.join(', ')}: these tokens count as 0 in the cost.`
  return [{ code: 'price-unknown', message }]
}
