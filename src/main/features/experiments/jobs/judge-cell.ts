import type { WorkStats } from '../../../../shared/condense/measured-work.ts'
import type { Warning } from '../../../../shared/condense/outcome-types.ts'
import type { Cell, ValueGap } from '../../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import type { ModelInfo } from '../../../kernel/language-model.ts'
import {
  judgeUnusable,
  type JudgeContext,
  type JudgedMeasurement,
} from '../../../measure/judged/judged-metric.ts'
import { judgedMetrics } from '../../../measure/judged/judged-metrics.ts'
import { createSubject, type Subject } from '../../../measure/metrics/subject.ts'
import { packJson, type PackedJson } from '../../../platform/workers/compression.ts'
import {
  openContinuation,
  openConversation,
  openDocument,
  openResult,
  openThreadCounter,
} from '../../../platform/workers/documents.ts'
import {
  makeCancellable,
  type Job,
  type JobContext,
  type ResultRef,
  type SourceRef,
} from '../../../platform/workers/job.ts'

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
export const judgeCell: Job<JudgeInput, JudgeOutput> = makeCancellable(async (input, context) => {
  const source = await openConversation(await openDocument(input.source))
  const values: Record<string, number | null> = {}
  const judgements: Record<string, Evidence> = {}
  const gaps: Record<string, ValueGap> = {}
  const warnings = new Map<string, Warning>()
  for await (const [id, measurement] of iterateMeasurements(input, source, context)) {
    if (measurement.kind === 'unusable' && measurement.code === 'budget')
      return { kind: 'out-of-budget', reason: measurement.reason }
    values[id] = measurement.kind === 'measured' ? measurement.value : null
    const gap = findValueGap(measurement)
    if (gap !== null) gaps[id] = gap
    if (measurement.kind === 'measured') judgements[id] = measurement.evidence
    if (measurement.kind === 'unusable')
      warnings.set(measurement.reason, { code: judgeUnusable, message: measurement.reason })
  }
  return {
    kind: 'finished',
    values,
    ...(Object.keys(gaps).length === 0 ? {} : { gaps }),
    isJudgeFlipped: findFlip(judgements),
    warnings: [...warnings.values()],
    judgements: Object.keys(judgements).length === 0 ? null : packJson(judgements),
  }
})

/** Why there is no value; null where there is one. */
function findValueGap(measurement: JudgedMeasurement): ValueGap | null {
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

async function* iterateMeasurements(
  input: JudgeInput,
  source: Conversation,
  { signal, remoteModel }: JobContext,
): AsyncGenerator<readonly [id: string, measurement: JudgedMeasurement], void> {
  const { judge, baseline, metricIds } = input
  const subject = await buildJudgedSubject(input, source)
  const counter = await openThreadCounter()
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

async function buildJudgedSubject(
  { source: sourceRef, result, stats }: JudgeInput,
  source: Conversation,
): Promise<Subject> {
  const document = await openDocument(sourceRef)
  const { conversation, provenance } = await openResult(sourceRef, result)
  const continuation = await openContinuation(document)
  return createSubject({ source, result: conversation, provenance, continuation, stats })
}

function findFlip(judgements: Readonly<Record<string, Evidence>>): boolean | null {
  const pairwise = Object.values(judgements).find((evidence) => evidence.kind === 'pairwise')
  return pairwise === undefined || pairwise.verdicts.length === 0 ? null : pairwise.isFlipped
}
