import {
  judgeUnusable,
  type JudgeContext,
  type JudgedMeasurement,
} from '../../../evaluation/judged/judged-metric.ts'
import type { Evidence } from '../../../../shared/domain/evidence.ts'
import type { Cell, ValueGap } from '../../../../shared/domain/experiment.ts'
import type { Warning } from '../../../../shared/domain/outcome.ts'
import type { WorkStats } from '../../../../shared/lib/measured-work.ts'
import type { Conversation } from '../../../engine/conversation.ts'
import type { ModelInfo } from '../../../engine/language-model.ts'
import { judgedMetrics } from '../../../evaluation/judged/judged-metrics.ts'
import { createSubject, type Subject } from '../../../evaluation/metrics/subject.ts'
import { assertNever } from '../../../../shared/lib/assert-never.ts'
import { packJson, type PackedJson } from '../../compression.ts'
import { continuationOf, conversationOf, openDocument, openResult, threadCounter } from '../../documents.ts'
import { cancellable, type Job, type JobContext, type ResultRef, type SourceRef } from '../../job.ts'

/** What a variant made of a checkpoint; null where it left it as it was. */
type CellResult = { readonly result: ResultRef | null }

export type JudgeInput = CellResult & {
  readonly source: SourceRef
  /** What the baseline made of the same checkpoint; null where it failed. */
  readonly baseline: CellResult | null
  readonly stats: WorkStats
  readonly metricIds: readonly string[]
  /** Who answers and judges; null where nothing of that is measured. */
  readonly judge: (AskedProfile & Pick<JudgeContext, 'probes' | 'steps'>) | null
}

type AskedProfile = { readonly info: ModelInfo; readonly profileId: string }

export type JudgeOutput =
  | ({
      readonly kind: 'finished'
      /** Evidence by metric, with the raw answers; null where none was measured. */
      readonly judgements: PackedJson | null
    } & Pick<Cell, 'values' | 'gaps' | 'isJudgeFlipped' | 'warnings'>)
  | { readonly kind: 'out-of-budget'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** Measures a cell by the metrics that ask a model. */
export const judgeCell: Job<JudgeInput, JudgeOutput> = cancellable(async (input, context) => {
  const source = await conversationOf(await openDocument(input.source))
  const values: Record<string, number | null> = {}
  const judgements: Record<string, Evidence> = {}
  const gaps: Record<string, ValueGap> = {}
  const warnings = new Map<string, Warning>()
  for await (const [id, measurement] of measurementsOf(input, source, context)) {
    if (measurement.kind === 'unusable' && measurement.code === 'budget')
      return { kind: 'out-of-budget', reason: measurement.reason }
    values[id] = measurement.kind === 'measured' ? measurement.value : null
    const gap = gapOf(measurement)
    if (gap !== null) gaps[id] = gap
    if (measurement.kind === 'measured') judgements[id] = measurement.evidence
    if (measurement.kind === 'unusable')
      warnings.set(measurement.reason, { code: judgeUnusable, message: measurement.reason })
  }
  return {
    kind: 'finished',
    values,
    ...(Object.keys(gaps).length === 0 ? {} : { gaps }),
    isJudgeFlipped: flipIn(judgements),
    warnings: [...warnings.values()],
    judgements: Object.keys(judgements).length === 0 ? null : packJson(judgements),
  }
})

/** Why there is no value; null where there is one. */
function gapOf(measurement: JudgedMeasurement): ValueGap | null {
  switch (measurement.kind) {
    case 'unusable':
      return { code: 'failed', message: measurement.reason }
    case 'nothing':
      return { code: 'nothing', message: measurement.reason }
    case 'measured':
      return null
    default:
      return assertNever(measurement)
  }
}

async function* measurementsOf(
  input: JudgeInput,
  source: Conversation,
  { signal, remoteModel }: JobContext,
): AsyncGenerator<readonly [id: string, measurement: JudgedMeasurement], void> {
  const { judge, baseline, metricIds } = input
  const subject = await subjectOf(input, source)
  const counter = await threadCounter()
  if (judge === null) return
  const { info, profileId, ...sizes } = judge
  const context = {
    ...sizes,
    model: remoteModel(info, profileId),
    baseline: baseline === null ? null : (await openResult(input.source, baseline.result)).conversation,
    counter,
    signal,
  }
  for (const { id, measure } of judgedMetrics)
    if (metricIds.includes(id)) yield [id, await measure(subject, context)]
}

async function subjectOf(
  { source: sourceRef, result, stats }: JudgeInput,
  source: Conversation,
): Promise<Subject> {
  const document = await openDocument(sourceRef)
  const { conversation, provenance } = await openResult(sourceRef, result)
  const continuation = await continuationOf(document)
  return createSubject({ source, result: conversation, provenance, continuation, stats })
}

function flipIn(judgements: Readonly<Record<string, Evidence>>): boolean | null {
  const pairwise = Object.values(judgements).find((evidence) => evidence.kind === 'pairwise')
  return pairwise === undefined || pairwise.verdicts.length === 0 ? null : pairwise.isFlipped
}
