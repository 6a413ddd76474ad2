import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { listRecordedCuts, type RecordedCut } from '../../../kernel/history/list-recorded-cuts.ts'
import { estimateOnceUsd, type AfterCut } from '../../../measure/estimate-arm-money.ts'
import { computeReReadUsd } from '../../../measure/metrics/re-read-cost.ts'
import { createSubject } from '../../../measure/metrics/subject.ts'
import {
  countMessages,
  openContinuation,
  openConversation,
  openDocument,
  openThreadCounter,
  openWhole,
} from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRequest, RecordedRun } from '../../../record/recorded-run.ts'
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
  const cuts = listRecordedCuts(messages, document.contexts)
  const end = cuts.find((cut) => cut.index > index)?.index ?? messages.length
  // Of a request of which nobody knows what it sent, the answer says where it stands.
  const after = requests.filter(({ messagesBefore, answer }) => {
    const at = messagesBefore ?? answer.value ?? -1
    return at >= index && (at < end || end === messages.length)
  })
  const priced =
    after.find(({ prices }) => prices.value !== null) ??
    requests.findLast(({ prices }) => prices.value !== null)
  const unrecorded = messages.slice(index, end).filter(({ role }) => role === 'assistant').length
  const listed = model === null ? undefined : (await priceLibrary()).findKnownPrices([model])[0]
  const paid = {
    requestsAfter: requests.length === 0 ? unrecorded : after.length,
    slope: sizes.slope,
    prices: priced?.prices.value ?? listed?.prices ?? null,
  }
  const cut = cuts.find((one) => one.index === index)
  return {
    ...paid,
    recorded: cut === undefined ? null : await billRecorded(source, cut, { usage, after, paid }),
  }
}

type After = {
  readonly usage: RecordedUsage
  readonly after: RecordedRun['requests']
  readonly paid: Omit<AfterCut, 'recorded'>
}

/** What the agent's own condensation at a cut left and took; null where no price is known. */
async function billRecorded(
  source: SourceRef,
  cut: RecordedCut,
  { usage, after, paid }: After,
): Promise<AfterCut['recorded']> {
  const document = await openDocument(source)
  const before = await openConversation(document)
  const result = await countMessages(document.recorded ?? [])
  const { prices, slope } = paid
  const read = prices?.cacheReads ?? prices?.input
  if (prices === null || read === undefined) return null
  const [tokensBefore, tokensAfter] = [before.totalTokens, result.totalTokens]
  const asked = readAskedUsd(usage, cut)
  const summaryTokens = asked === null ? countSummaryTokens(result) * slope : null
  const onceUsd = estimateOnceUsd(paid, {
    tokensBefore,
    tokensAfter,
    summaryTokens: summaryTokens === 0 ? null : summaryTokens,
    statedUsd: asked ?? 0,
  })
  if (onceUsd === null) return null
  const subject = createSubject({
    source: before,
    result,
    provenance: { messages: [], dropped: [] },
    continuation: await openContinuation(document),
    stats: { costUsd: 0, durationMs: 0 },
  })
  const reReadUsd = computeReReadUsd(subject, prices) ?? 0
  const moreTokens = after.map((request) =>
    computeUncondensedTokens(request, (tokensBefore - tokensAfter) * slope),
  )
  return {
    tokens: tokensAfter,
    onceUsd,
    reReadUsd,
    neverUsd: moreTokens.every((tokens) => tokens !== null)
      ? (sum(moreTokens) * read) / 1e6 - onceUsd - reReadUsd
      : null,
  }
}

/** What the summary's own request took, as the agent or list prices tell; null where neither does. */
function readAskedUsd({ condensations }: RecordedUsage, { condensations: at }: RecordedCut): number | null {
  const own = at.flatMap((index) => condensations[index] ?? [])
  const isAsked = own.some(({ kind }) => kind !== 'truncation' && kind !== 'clearing')
  if (own.length > 0 && !isAsked) return 0
  const costs = own.map(({ costUsd, derivedUsd }) => costUsd ?? derivedUsd ?? null)
  return costs.length > 0 && costs.every((cost) => cost !== null) ? sum(costs) : null
}

function countSummaryTokens({ messages, messageTokens }: Conversation): number {
  return sum(messages.map(({ isSummary }, at) => (isSummary === true ? (messageTokens[at] ?? 0) : 0)))
}

/** Tokens that a request would have sent more had nothing been condensed, up to the window of its model. */
function computeUncondensedTokens({ usage, windowTokens }: RecordedRequest, more: number): number | null {
  if (usage.value === null) return null
  const { input, cacheReads, cacheWrites } = usage.value
  const room = (windowTokens.value ?? Infinity) - (input + cacheReads + cacheWrites)
  return Math.min(more, Math.max(0, room))
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
  const tools = { counter: await openThreadCounter(), findKnownPrices, findWindow }
  const requests = reconstruct({ messages, usage, hiddenRange, ...log }, tools)
  known.set(messages, { usage: written, requests })
  return requests
}
