import type { RunQualitySummary } from '../../../shared/domain/quality.ts'
import { summariseQuality } from '../../evaluation/metrics/summarise-quality.ts'
import { conversationOf, openDocument, openResult } from '../documents.ts'
import type { Job, ResultRef, SourceRef } from '../job.ts'
import { openAfter } from '../open-after.ts'

export type MeasureQualityInput = {
  readonly source: SourceRef
  readonly result: ResultRef
  /** The task as it is now. */
  readonly now: SourceRef
}

/** What a stored result kept of what was stated and of what was used next, as figures without their evidence. */
export const measureQuality: Job<MeasureQualityInput, RunQualitySummary> = async ({
  source,
  result,
  now,
}) => {
  const document = await openDocument(source)
  const conversation = await conversationOf(document)
  const { conversation: condensed } = await openResult(source, result)
  return summariseQuality(conversation, condensed, await openAfter(source, now))
}
