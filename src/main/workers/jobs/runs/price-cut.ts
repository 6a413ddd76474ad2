import type { RecordedUsage } from '../../../../shared/domain/usage.ts'
import type { AfterCut } from '../../../evaluation/answers/arm-money.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { openWhole, threadCounter } from '../../documents.ts'
import type { Job, SourceRef } from '../../job.ts'
import { priceLibrary } from '../../replays/price-library.ts'

export type PriceCutInput = {
  readonly source: SourceRef
  readonly usage: RecordedUsage
  /** Messages of the file before the cut. */
  readonly index: number
  /** Model of the task, whose list prices stand in where the record tells none; null where it is not known. */
  readonly model: string | null
}

/** Finds what the requests after a cut were charged at. */
export const priceCut: Job<PriceCutInput, AfterCut> = async ({ source, usage, index, model }) => {
  const { messages, hiddenRange, contexts } = await openWhole(source)
  const { pricesOf, windowOf } = await priceLibrary()
  const log = contexts === undefined ? {} : { contexts }
  const tools = { counter: await threadCounter(), pricesOf, windowOf }
  const { requests, sizes } = reconstruct({ messages, usage, hiddenRange, ...log }, tools)
  const after = requests.filter(({ messagesBefore }) => (messagesBefore ?? -1) >= index)
  const unrecorded = messages.slice(index).filter(({ role }) => role === 'assistant').length
  const listed = model === null ? undefined : pricesOf([model])[0]
  return {
    requestsAfter: requests.length === 0 ? unrecorded : after.length,
    slope: sizes.slope,
    prices: (after[0] ?? requests.at(-1))?.prices.value ?? listed?.prices ?? null,
  }
}
