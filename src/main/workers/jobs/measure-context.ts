import type { ContextCounter } from '../../../shared/api/context.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { contextSize, type ContextSize } from '../../record/usage/context-size.ts'
import { matchRequests } from '../../record/requests/match-requests.ts'
import { modelInForce, type ModelInForce } from '../../record/usage/model-in-force.ts'
import { recordedContextTokens } from '../../record/usage/recorded-context.ts'
import { requestModels } from '../../record/requests/request-models.ts'
import { steadyTimes } from '../../record/requests/steady-times.ts'
import { countAsRooClassic } from '../../engine/tokens/count-as-roo-classic.ts'
import { conversationOf, openDocument, threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'

/**
 * Size of a task's context before its next request. Counted in full, what no recorded size covers is calibrated; counted
 * as Roo Code classic does, nothing is, since that agent knows no calibration. `countedTokens` are the messages alone, as
 * they are counted everywhere else.
 */
export const measureContext: Job<
  { readonly source: SourceRef; readonly usage: RecordedUsage; readonly counter: ContextCounter },
  ContextSize & ModelInForce & { readonly countedTokens: number }
> = async ({ source, usage, counter }) => {
  const document = await openDocument(source)
  const { fileIndices } = document.effective
  const messages = steadyTimes(document.effective.messages, usage, fileIndices)
  const { messageTokens, totalTokens: countedTokens } = await conversationOf(document)
  if (counter === 'roo-classic')
    return { ...(await sizeForRooClassic(messages, usage)), countedTokens, model: null, aside: null }
  const size = contextSize(messages, messageTokens, usage, fileIndices)
  const models = requestModels(messages, usage, matchRequests(messages, usage, fileIndices))
  return { ...size, countedTokens, ...modelInForce(models, size.isLastOff) }
}

/**
 * As that agent knows it: the recorded size holds the answer of the last request, so a last message of the assistant adds
 * nothing to it.
 */
async function sizeForRooClassic(messages: readonly Message[], usage: RecordedUsage): Promise<ContextSize> {
  const counter = await threadCounter()
  const tokens = messages.map((message) => countAsRooClassic(message, counter))
  const last = tokens.at(-1) ?? 0
  const recorded = recordedContextTokens(usage)
  if (recorded === null) {
    const totalTokens = tokens.reduce((sum, own) => sum + own, 0) - last
    return { totalTokens, lastMessageTokens: last, basis: 'counted', calibration: null, isLastOff: false }
  }
  const lastMessageTokens = messages.at(-1)?.role === 'user' ? last : 0
  return { totalTokens: recorded, lastMessageTokens, basis: 'recorded', calibration: null, isLastOff: false }
}
