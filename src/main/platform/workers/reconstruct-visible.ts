import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { explainUncalibrated } from '../../../shared/kernel/words/record.ts'
import type { Calibration } from '../../../shared/library/inspection-types.ts'
import { reconstruct, type ReconstructTools } from '../../record/reconstruct.ts'
import type { RecordedRun } from '../../record/recorded-run.ts'
import { openConversation, openFileConversation, type OpenDocument } from './documents.ts'

/**
 * What happened, as far as the messages tell that are still sent; these are counted already. A log tells of all of them,
 * and so does what is made of it.
 */
export async function reconstructVisible(
  document: OpenDocument,
  usage: RecordedUsage,
  tools: Pick<ReconstructTools, 'findWindow'> = {},
): Promise<RecordedRun> {
  const { contexts } = document
  const isLogged = contexts !== undefined
  const counted = await (isLogged ? openFileConversation(document) : openConversation(document))
  const told = isLogged ? { contexts } : { fileIndices: document.effective.fileIndices }
  return reconstruct(
    { messages: counted.messages, usage, hiddenRange: null, ...told },
    { ...tools, counter: counted.counter, counted },
  )
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
