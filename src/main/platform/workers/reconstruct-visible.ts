import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { explainUncalibrated } from '../../../shared/kernel/words/record.ts'
import type { Calibration } from '../../../shared/library/inspection-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { reconstruct, type ReconstructTools } from '../../record/reconstruct.ts'
import type { RecordedRun } from '../../record/recorded-run.ts'
import type { OpenDocument } from './documents.ts'

/**
 * What happened, as far as the messages tell that are still sent; these are counted already. A log tells of all of them,
 * and so does what is made of it.
 */
export function reconstructVisible(
  { messages, messageTokens }: Pick<Conversation, 'messages' | 'messageTokens'>,
  document: Pick<OpenDocument, 'messages' | 'contexts' | 'effective'>,
  usage: RecordedUsage,
  tools: Pick<ReconstructTools, 'counter' | 'findWindow'>,
): RecordedRun {
  const { contexts, effective } = document
  if (contexts !== undefined)
    return reconstruct({ messages: document.messages, usage, hiddenRange: null, contexts }, tools)
  const { fileIndices } = effective
  return reconstruct({ messages, usage, hiddenRange: null, fileIndices }, { ...tools, messageTokens })
}

/** A calibration with a sentence for each request that is none of its points. */
export function describeCalibration(fit: RecordedRun['calibration']): Calibration | null {
  if (fit === null) return null
  const { leftOut, ...figures } = fit
  return {
    ...figures,
    leftOut: leftOut.map(({ request, reason }) => ({ request, text: explainUncalibrated(reason) })),
  }
}
