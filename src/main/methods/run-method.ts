import type { OutcomeError, OutcomeSummary, Warning, TraceStep } from '../../shared/condense/outcome-types.ts'
import type { HistoryTag, Provenance } from '../../shared/kernel/provenance.ts'
import type { Violation } from '../../shared/kernel/violation.ts'
import { doneReason } from '../../shared/kernel/words/engine.ts'
import type { CancelSignal } from '../kernel/cancel-signal.ts'
import { forgetRevision, type Conversation } from '../kernel/conversation.ts'
import { countOperations } from '../kernel/count-operations.ts'
import { createMeter, type Meter } from '../kernel/create-meter.ts'
import type { LanguageModel } from '../kernel/language-model.ts'
import type { MethodServices, ResolvedMethod } from '../kernel/method.ts'
import { type Pin, countPinnedTokens } from '../kernel/pins/pin.ts'
import { buildCostWarnings, buildSizeWarnings, type Alerts } from './alerts.ts'
import { judgeMethod, type Verdict } from './judge-method.ts'
import { buildTelemetryEvents, type RunFlags } from './telemetry.ts'

/** What a run ended with. Only a condensed history has messages of its own; all others leave the source as it is. */
export type Outcome = { readonly summary: OutcomeSummary; readonly condensed: Condensed | null }
type Condensed = {
  readonly conversation: Conversation
  readonly provenance: Provenance
  /** How an agent would hide what is gone; null where it would delete it. */
  readonly tag: HistoryTag | null
}

/** What a run needs from outside; the meter is the manager's own. */
export type RunServices = Omit<MethodServices, 'spent' | 'charge'>

export type RunOptions = {
  readonly method: ResolvedMethod
  /** Frozen all through (`deepFreeze`), so that a provider that mutates its input fails at once. */
  readonly conversation: Conversation
  readonly targetTokens: number | null
  readonly pins: readonly Pin[]
  readonly services: RunServices
  readonly alerts: Alerts
  readonly flags: RunFlags
  readonly signal: CancelSignal
}

/**
 * Runs a provider and judges what it gives: the invariants, the growth check with one counter on both sides,
 * the figures. Every failure is an outcome; only `Cancelled` is thrown.
 */
export async function runMethod(options: RunOptions): Promise<Outcome> {
  const { services } = options
  const started = services.now()
  const meter = createMeter()
  const verdict = await judgeMethod(options.method, {
    ...options,
    services: meterServices(services, meter),
  })
  const durationMs = services.now() - started
  forgetRevision(options.conversation)
  return toOutcome(options, verdict, meter, durationMs)
}

/** Each profile's model is watched once, so that who compares them sees one model. */
function meterServices(services: RunServices, meter: Meter): MethodServices {
  const model = meter.watch(services.model)
  const watched = new Map<string, LanguageModel>()
  return {
    ...services,
    model,
    findModel: (profileId) => {
      const own = services.findModel(profileId)
      if (own === services.model) return model
      const known = watched.get(profileId) ?? meter.watch(own)
      watched.set(profileId, known)
      return known
    },
    spent: meter.spent,
    charge: meter.charge,
  }
}

function toOutcome(options: RunOptions, verdict: Verdict, meter: Meter, durationMs: number): Outcome {
  const condensed =
    verdict.kind === 'condensed'
      ? { conversation: verdict.conversation, provenance: verdict.stage.provenance, tag: verdict.tag }
      : null
  const result = verdict.kind === 'condensed' ? verdict.result : verdict
  const originalTokens = options.conversation.totalTokens
  const finalTokens = condensed?.conversation.totalTokens ?? originalTokens
  const stats = {
    originalTokens,
    finalTokens,
    reductionPercent: originalTokens === 0 ? 0 : (100 * (originalTokens - finalTokens)) / originalTokens,
    ...meter.spent(),
    durationMs,
    operations:
      condensed === null ? [] : countOperations(condensed.provenance, options.conversation.messageTokens),
  }
  const warnings: Warning[] = [
    ...(verdict.kind === 'condensed' ? verdict.warnings : []),
    ...(condensed === null ? [] : buildSizeWarnings(stats, options.targetTokens, options.alerts)),
    ...meter.priceWarnings(),
    ...buildCostWarnings(stats.costUsd, options.alerts),
  ]
  const summary = {
    status: verdict.kind,
    stats,
    passes: verdict.kind === 'condensed' ? [...verdict.result.passes] : [],
    fidelity: verdict.kind === 'condensed' ? verdict.result.fidelity : null,
    validity: [...listViolations(verdict)],
    warnings,
    reason: verdict.kind === 'unchanged' ? verdict.reason : '',
    error: verdict.kind === 'failed' ? buildOutcomeError(verdict) : null,
    attempts: [],
    trace: [...pinTrace(options.conversation, options.pins), ...(result.trace ?? [])],
  }
  const events = buildTelemetryEvents(options.method, summary, options.flags)
  return { condensed, summary: { ...summary, events } }
}

function listViolations(verdict: Verdict): readonly Violation[] {
  if (verdict.kind === 'condensed') return verdict.inherited
  return verdict.kind === 'failed' ? (verdict.broken ?? []) : []
}

function buildOutcomeError({ code, message, figures }: Extract<Verdict, { kind: 'failed' }>): OutcomeError {
  return { code, message, ...(figures === undefined ? {} : { figures }) }
}

/** What a run says of the pins that held for it; nothing where there were none. */
function pinTrace(source: Conversation, pins: readonly Pin[]): TraceStep[] {
  if (pins.length === 0) return []
  const messages = new Set(pins.flatMap(({ messageIndex, part }) => (part === null ? [messageIndex] : [])))
  const parts = pins.filter(({ messageIndex, part }) => part !== null && !messages.has(messageIndex))
  const figures = { messages: messages.size, parts: parts.length, tokens: countPinnedTokens(source, pins) }
  const reason = doneReason('pins-kept', figures).message
  const { totalTokens } = source
  return [
    {
      label: 'Pins',
      decision: 'taken',
      reason,
      tokensBefore: totalTokens,
      tokensAfter: totalTokens,
      costUsd: 0,
    },
  ]
}
