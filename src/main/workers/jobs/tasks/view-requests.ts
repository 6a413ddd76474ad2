import type { Autopsy } from '../../../../shared/domain/autopsy.ts'
import { withPlainTimes } from '../../../../shared/domain/message.ts'
import type { SentMessages, SentRequests } from '../../../../shared/domain/sent-request.ts'
import type { RecordedUsage } from '../../../../shared/domain/usage.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { autopsy } from '../../../replay/autopsy/autopsy.ts'
import { sentMessagesOf, sentRequestsOf, whyUnknown } from '../../../timeline/sent-requests-of.ts'
import { conversationOf, openWhole, threadCounter } from '../../documents.ts'
import { logOf, type Job, type JobContext, type SourceRef } from '../../job.ts'
import { priceLibrary } from '../../replays/price-library.ts'

/** The record of a task with its history. */
export type RecordInput = { readonly usage: RecordedUsage; readonly source: SourceRef }

/** What each request of a task sent and used. */
export const viewRequests: Job<RecordInput, Omit<SentRequests, 'agent' | 'format'>> = async (
  input,
  context,
) => sentRequestsOf(await runOf(input, context))

/** The history that one request sent; null where nobody knows. */
export const viewRequest: Job<
  RecordInput & { readonly n: number },
  { readonly requests: number; readonly sent: SentMessages | null; readonly why: string | null }
> = async (input, context) => {
  const run = await runOf(input, context)
  const requests = run.requests.length
  return { requests, sent: sentMessagesOf(run, input.n), why: whyUnknown(run, input.n - 1) }
}

/** What each condensation of the agent lost. */
export const autopsyTask: Job<RecordInput, Autopsy> = async (input, context) => {
  const run = await runOf(input, context)
  return autopsy(run, await threadCounter(), {
    signal: context.signal,
    onProgress: (done, total) => {
      context.onProgress({ stage: 'examining', label: 'Examining condensations', done, total })
    },
  })
}

/** What happened in a task, its messages counted before. */
export async function runOf(
  { source, usage }: RecordInput,
  { onProgress }: JobContext,
): Promise<RecordedRun> {
  const document = await openWhole(source)
  await conversationOf(document, (done, total) => {
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  })
  const { hiddenRange } = document
  const messages = withPlainTimes(document.messages)
  return reconstruct(
    { messages, usage, hiddenRange, ...logOf(document) },
    { counter: await threadCounter(), ...(await priceLibrary()) },
  )
}
