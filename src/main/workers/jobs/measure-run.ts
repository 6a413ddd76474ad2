import { setImmediate } from 'node:timers/promises'
import type { Stats } from '../../../shared/domain/outcome.ts'
import type { MeasuredMetric, MetricInfo } from '../../../shared/domain/quality.ts'
import type { KeptEnds } from '../../engine/provider.ts'
import { metrics } from '../../evaluation/metrics/metrics.ts'
import { createSubject } from '../../evaluation/metrics/subject.ts'
import { conversationOf, openDocument, openResult } from '../documents.ts'
import type { Job, ResultRef, SourceRef } from '../job.ts'

export type MeasureRunInput = {
  readonly source: SourceRef
  /** Null for a run that changed nothing: it is measured as its source. */
  readonly result: ResultRef | null
  readonly stats: Pick<Stats, 'costUsd' | 'durationMs'>
  readonly keptEnds: KeptEnds
}

export type MeasuredRunOutput = {
  readonly metrics: readonly MetricInfo[]
  readonly measured: readonly MeasuredMetric[]
  /** Place in the file of each message of the source. */
  readonly fileIndices: readonly number[]
}

/** What a stored run kept, by every metric that needs no model. It makes a pause after each, for other questions. */
export const measureRun: Job<MeasureRunInput, MeasuredRunOutput> = async ({
  source: sourceRef,
  result: resultRef,
  stats,
  keptEnds,
}) => {
  const document = await openDocument(sourceRef)
  const source = await conversationOf(document)
  const { conversation: result, provenance } =
    resultRef === null
      ? { conversation: source, provenance: untouched(source.messages.length) }
      : await openResult(sourceRef, resultRef)
  const { first: keptFirst, last: keptLast } = keptEnds
  const subject = createSubject({
    source,
    result,
    provenance,
    continuation: null,
    stats,
    keptFirst,
    keptLast,
  })
  const measured: MeasuredMetric[] = []
  for (const { id, measure } of metrics) {
    const found = measure(subject)
    measured.push({ metric: id, value: found?.value ?? null, evidence: found?.evidence ?? null })
    await setImmediate()
  }
  return { metrics: metrics.map(toInfo), measured, fileIndices: document.effective.fileIndices }
}

function untouched(messages: number) {
  return {
    messages: Array.from({ length: messages }, (_, index) => ({ sources: [index], changes: [] })),
    dropped: [],
  }
}

function toInfo({ measure: _measure, ...info }: (typeof metrics)[number]): MetricInfo {
  return { ...info, isPassFail: info.group === 'validity', needsModel: false }
}
