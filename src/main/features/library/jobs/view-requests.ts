import { withPlainTimes } from '../../../../shared/kernel/message.ts'
import type { SentMessages, SentRequests } from '../../../../shared/kernel/sent-request.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { openFileConversation, openWhole } from '../../../platform/workers/documents.ts'
import { pickContextLog, type Job, type JobContext, type SourceRef } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'
import {
  findSentMessages,
  buildSentRequests,
  explainUnknown,
} from '../../timeline/compute/build-sent-requests.ts'

/** The record of a task with its history. */
export type RecordInput = { readonly usage: RecordedUsage; readonly source: SourceRef }

/** What each request of a task sent and used. */
export const viewRequests: Job<RecordInput, Omit<SentRequests, 'agent' | 'format'>> = async (
  input,
  context,
) => {
  const { priceRequest } = await import('../../../kernel/pricing/price-request.ts')
  return buildSentRequests(await readRun(input, context), priceRequest)
}

/** The history that one request sent; null where nobody knows. */
export const viewRequest: Job<
  RecordInput & { readonly n: number },
  { readonly requests: number; readonly sent: SentMessages | null; readonly why: string | null }
> = async (input, context) => {
  const run = await readRun(input, context)
  const requests = run.requests.length
  return { requests, sent: findSentMessages(run, input.n), why: explainUnknown(run, input.n - 1) }
}

/** What happened in a task, its messages counted before. */
export async function readRun(
  { source, usage }: RecordInput,
  { onProgress }: JobContext,
): Promise<RecordedRun> {
  const document = await openWhole(source)
  const counted = await openFileConversation(document, (done, total) => {
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  })
  const { hiddenRange } = document
  const messages = withPlainTimes(document.messages)
  return reconstruct(
    { messages, usage, hiddenRange, ...pickContextLog(document) },
    { counter: counted.counter, counted, ...(await priceLibrary()) },
  )
}
