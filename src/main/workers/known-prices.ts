import { matchRequests } from '../record/requests/match-requests.ts'
import type { KnownPrices } from '../record/prices/price-variants.ts'
import type { RecordedTask } from '../record/recorded-task.ts'

/** Prices of a task's models in the price library. */
export async function knownPrices({
  messages,
  usage,
}: Pick<RecordedTask, 'messages' | 'usage'>): Promise<readonly KnownPrices[]> {
  // The price data is large and other jobs do without it.
  const { findPrices } = await import('../engine/pricing/find-prices.ts')
  const models = new Set(matchRequests(messages, usage).matched.flatMap(({ model }) => model ?? []))
  return [...models].flatMap((model) => {
    const found = findPrices(model)
    return found === null ? [] : [{ ...found, recordedAs: model }]
  })
}
