import { setImmediate } from 'node:timers/promises'
import type {
  MeasuredMetric,
  MetricInfo,
  RunQualitySummary,
} from '../../../../shared/activity/quality-types.ts'
import type { KeptEnds } from '../../../kernel/method.ts'
import { chooseEqualSize } from '../../../measure/metrics/measure-at-equal-size.ts'
import { toMetricInfo } from '../../../measure/metrics/metric.ts'
import { metrics } from '../../../measure/metrics/metrics.ts'
import { createSubject, type Condensation } from '../../../measure/metrics/subject.ts'
import { summariseQuality } from '../../../measure/metrics/summarise-quality.ts'
import { measureCompressedSize } from '../../../platform/workers/compression.ts'
import {
  openContinuation,
  openConversation,
  openDocument,
  openResult,
} from '../../../platform/workers/documents.ts'
import type { Job, ResultRef, SourceRef } from '../../../platform/workers/job.ts'
import { openAfter } from '../../../platform/workers/open-after.ts'
import { findModelPrices } from '../../replay/jobs/price-library.ts'

export type MeasureRunInput = {
  readonly source: SourceRef
  /** Null for a run that changed nothing: it is measured as its source. */
  readonly result: ResultRef | null
  readonly stats: Condensation['stats']
  readonly keptEnds: KeptEnds
  /** The task of a whole history as it is now; absent where the source was cut, or nothing can have followed. */
  readonly now?: SourceRef
  /** What its time went into, where that was measured. */
  readonly passes?: NonNullable<Condensation['passes']>
  readonly timeMs?: NonNullable<Condensation['timeMs']>
  /** The model of the task; null where it is not known. */
  readonly taskModel: string | null
  /** What the task went on to pay; null where nothing followed or it is not known. */
  readonly afterCut: NonNullable<Condensation['afterCut']> | null
  /** Whether a model writes the summaries, or would in place of the built-in summariser. */
  readonly mayAsk: boolean
  /** Whether it is what the agent itself did. */
  readonly isRecorded?: boolean
  /** Whether the head start is measured, which takes longer than all the others. */
  readonly withHeadStart?: boolean
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
  now,
  taskModel,
  afterCut,
  mayAsk,
  isRecorded = false,
  withHeadStart = false,
  ...times
}) => {
  const document = await openDocument(sourceRef)
  const source = await openConversation(document)
  const { conversation: result, provenance } = await openResult(sourceRef, resultRef)
  const { first: keptFirst, last: keptLast } = keptEnds
  const after = now === undefined ? await openContinuation(document) : await openAfter(sourceRef, now)
  const subject = createSubject({
    source,
    result,
    provenance,
    continuation: typeof after === 'string' ? null : after,
    equalSize: chooseEqualSize(source, document.recorded),
    stats,
    ...times,
    keptFirst,
    keptLast,
    ...(await findModelPrices(taskModel)),
    ...(afterCut === null ? {} : { afterCut }),
    mayAsk,
    isRecorded,
    ...(withHeadStart ? { compress: measureCompressedSize } : {}),
  })
  const measured: MeasuredMetric[] = []
  for (const { id, measure } of metrics) {
    const found = measure(subject)
    measured.push({ metric: id, value: found?.value ?? null, evidence: found?.evidence ?? null })
    await setImmediate()
  }
  return { metrics: metrics.map(toMetricInfo), measured, fileIndices: document.effective.fileIndices }
}

export type MeasureQualityInput = {
  readonly source: SourceRef
  readonly result: ResultRef
  /** The task as it is now. */
  readonly now: SourceRef
}

/** What a stored result kept of what was stated and of the facts the agent went on to use, as figures without their evidence. */
export const measureQuality: Job<MeasureQualityInput, RunQualitySummary> = async ({
  source,
  result,
  now,
}) => {
  const document = await openDocument(source)
  const conversation = await openConversation(document)
  const { conversation: condensed } = await openResult(source, result)
  return summariseQuality(conversation, condensed, await openAfter(source, now))
}
