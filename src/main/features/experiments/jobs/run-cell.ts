import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import type { LanguageModel } from '../../../kernel/language-model.ts'
import type { KeptEnds } from '../../../kernel/method.ts'
import { findConstraintPins } from '../../../measure/checkpoints/find-constraint-pins.ts'
import { measureControls } from '../../../measure/controls/measure-controls.ts'
import type { AfterCut } from '../../../measure/estimate-arm-money.ts'
import { chooseEqualSize } from '../../../measure/metrics/measure-at-equal-size.ts'
import { metrics } from '../../../measure/metrics/metrics.ts'
import { isSealed, readsText } from '../../../measure/metrics/sealed.ts'
import { createSubject, type Subject } from '../../../measure/metrics/subject.ts'
import { measureCompressedSize, packJson, type PackedJson } from '../../../platform/workers/compression.ts'
import { timeCounting } from '../../../platform/workers/counting-clock.ts'
import { createUntouchedProvenance } from '../../../platform/workers/create-untouched-provenance.ts'
import { openContinuation, openConversation, openDocument } from '../../../platform/workers/documents.ts'
import { makeCancellable, type Job, type JobContext } from '../../../platform/workers/job.ts'
import {
  buildResultPayload,
  workOnChain,
  type ChainEnd,
  type RunInput,
} from '../../condense/jobs/run-methods.ts'
import { findModelPrices } from '../../replay/jobs/price-library.ts'

export type CellInput = RunInput & {
  /** Metrics that need no model. */
  readonly metricIds: readonly string[]
  /** Those that cheap tricks are measured beside in this experiment, and not in each. */
  readonly ownControls: readonly string[]
  readonly pinConstraints: boolean
  readonly keptEnds: KeptEnds
  /** The model of the task, at whose prices what is to be read again is charged; null where it is not known. */
  readonly taskModel: string | null
  /** What the task went on to pay; null where it is not known, or nobody asks for it. */
  readonly afterCut: AfterCut | null
  /** Whether a model writes the summaries, or would in place of the built-in summariser. */
  readonly mayAsk: boolean
}

export type CellOutput =
  | ({
      readonly kind: 'finished'
      readonly outcome: OutcomeSummary
      /** Null where nothing was condensed. */
      readonly payload: PackedJson | null
    } & Pick<Cell, 'values' | 'gaps' | 'chance' | 'controls' | 'timeMs'>)
  | { readonly kind: 'cancelled' }

/** Runs one variant on one checkpoint and measures what came of it. */
export const runCell: Job<CellInput, CellOutput> = makeCancellable(async (input, context) => {
  const started = performance.now()
  const clock = { ms: 0 }
  const { value: end, countingMs } = await timeCounting(async () =>
    workOnChain(await withPins(input), withClock(context, clock)),
  )
  const timeMs = { total: performance.now() - started, model: clock.ms, counting: countingMs }
  const { condensed, options } = end
  const outcome = toRefusal(end.outcome)
  const measured =
    outcome.status === 'failed'
      ? nothing
      : measure(await buildSubject(input, { ...end, outcome }, timeMs), input)
  // What the run did, without the events of its telemetry.
  const kept = { ...outcome, events: [] }
  const payload =
    condensed === null ? null : packJson({ ...buildResultPayload(condensed, options), outcome: kept })
  return { kind: 'finished', outcome: kept, payload, timeMs, ...measured }
})

/**
 * Failures that leave the context as it was, and would do so again: the provider has nothing to offer here. A variant
 * that refuses is measured as what the agent is left with; were it left out, it would be judged by its best cases.
 */
const refusals = new Set(['not-enough-messages', 'condensed-recently', 'context-grew'])

function toRefusal(outcome: OutcomeSummary): OutcomeSummary {
  const { error, stats } = outcome
  if (error === null || !refusals.has(error.code)) return outcome
  const refused = { ...outcome, status: 'unchanged' as const, reason: error.message, error: null }
  // What was not done has no price: at $0, whoever refuses most would be the cheapest.
  return error.code === 'context-grew' ? refused : { ...refused, stats: { ...stats, priceUsd: null } }
}

async function withPins(input: CellInput): Promise<RunInput> {
  if (!input.pinConstraints) return input
  const document = await openDocument(input.source)
  const conversation = await openConversation(document)
  return {
    ...input,
    pins: [...input.pins, ...findConstraintPins(conversation, document.effective.fileIndices)],
  }
}

async function buildSubject(
  { source: sourceRef, steps, keptEnds, taskModel, metricIds, afterCut, mayAsk }: CellInput,
  { outcome, condensed, options: { conversation: source } }: ChainEnd,
  timeMs: Cell['timeMs'],
): Promise<Subject> {
  const { conversation: result, provenance } = condensed ?? {
    conversation: source,
    provenance: createUntouchedProvenance(source),
  }
  const document = await openDocument(sourceRef)
  return createSubject({
    source,
    result,
    provenance,
    continuation: await openContinuation(document),
    equalSize: chooseEqualSize(source, document.recorded),
    stats: outcome.stats,
    passes: outcome.passes,
    timeMs,
    keptFirst: keptEnds.first,
    keptLast: keptEnds.last,
    ...(metricIds.includes('re-read-usd') ? await findModelPrices(taskModel) : {}),
    ...(afterCut === null ? {} : { afterCut }),
    mayAsk,
    isRecorded: steps[0]?.providerId === recordedMethodId,
    compress: measureCompressedSize,
  })
}

type Measured = Pick<Cell, 'values' | 'gaps' | 'chance' | 'controls'>
const nothing: Measured = { values: {}, chance: null }

function measure(subject: Subject, { metricIds, ownControls }: CellInput): Measured {
  const values: Record<string, number | null> = {}
  let chance: number | null = null
  const asked = metrics.filter(({ id }) => metricIds.includes(id))
  for (const { id, measure: measureOne } of asked) {
    const measurement = measureOne(subject)
    values[id] = measurement?.value ?? null
    if (measurement?.evidence.kind === 'continuation') chance = measurement.evidence.chance
  }
  const controls = measureControls(
    subject,
    asked.map((metric) => (ownControls.includes(metric.id) ? { ...metric, isControlled: true } : metric)),
  )
  const gaps = isSealed(subject)
    ? Object.fromEntries(asked.filter(readsText).map(({ id }) => [id, { code: 'encrypted' as const }]))
    : undefined
  return {
    values,
    ...(gaps === undefined ? {} : { gaps }),
    chance,
    controls,
  }
}

/** Time in which somebody waits for a model; what two calls at once take counts twice. */
function withClock(context: JobContext, clock: { ms: number }): JobContext {
  return {
    ...context,
    remoteModel: (info, profileId) => clockModel(context.remoteModel(info, profileId), clock),
  }
}

function clockModel(model: LanguageModel, clock: { ms: number }): LanguageModel {
  async function* complete(
    request: Parameters<LanguageModel['complete']>[0],
  ): ReturnType<LanguageModel['complete']> {
    const started = performance.now()
    try {
      yield* model.complete(request)
    } finally {
      clock.ms += performance.now() - started
    }
  }
  return { ...model, complete }
}
