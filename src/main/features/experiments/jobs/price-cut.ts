import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { AfterCut } from '../../../measure/estimate-arm-money.ts'
import { openWhole, openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'

export type PriceCutInput = {
  readonly source: SourceRef
  readonly usage: RecordedUsage
  /** Messages of the file before the cut. */
  readonly index: number
  /** Model of the task, whose list prices stand in where the record tells none; null where it is not known. */
  readonly model: string | null
}

type Requests = Pick<RecordedRun, 'requests' | 'sizes'>

/** By the messages of a document, while it is open: the cuts of a task share its record. */
const known = new WeakMap<readonly Message[], Readonly<{ usage: string; requests: Requests }>>()

/** Finds what the requests after a cut were charged at. */
export const priceCut: Job<PriceCutInput, AfterCut> = async ({ source, usage, index, model }) => {
  const document = await openWhole(source)
  const { messages } = document
  const { requests, sizes } = await buildRequests(document, usage)
  // Of a request of which nobody knows what it sent, the answer says where it stands.
  const after = requests.filter(
    ({ messagesBefore, answer }) => (messagesBefore ?? answer.value ?? -1) >= index,
  )
  const priced =
    after.find(({ prices }) => prices.value !== null) ??
    requests.findLast(({ prices }) => prices.value !== null)
  const unrecorded = messages.slice(index).filter(({ role }) => role === 'assistant').length
  const listed = model === null ? undefined : (await priceLibrary()).findKnownPrices([model])[0]
  return {
    requestsAfter: requests.length === 0 ? unrecorded : after.length,
    slope: sizes.slope,
    prices: priced?.prices.value ?? listed?.prices ?? null,
  }
}

async function buildRequests(
  { messages, hiddenRange, contexts }: Awaited<ReturnType<typeof openWhole>>,
  usage: RecordedUsage,
): Promise<Requests> {
  const written = JSON.stringify(usage)
  const found = known.get(messages)
  if (found?.usage === written) return found.requests
  const { findKnownPrices, findWindow } = await priceLibrary()
  const log = contexts === undefined ? {} : { contexts }
  const tools = { counter: await openThreadCounter(), pricesOf: findKnownPrices, windowOf: findWindow }
  const requests = reconstruct({ messages, usage, hiddenRange, ...log }, tools)
  known.set(messages, { usage: written, requests })
  return requests
}
