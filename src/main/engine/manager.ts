import type { OutcomeSummary, Warning } from '../../shared/domain/outcome.ts'
import type { HistoryTag, Provenance } from '../../shared/domain/provenance.ts'
import type { Violation } from '../../shared/domain/violation.ts'
import { costWarnings, sizeWarnings, type Alerts } from './alerts.ts'
import { Cancelled, type CancelSignal } from './cancel-signal.ts'
import { reviseConversation, type Conversation } from './conversation.ts'
import { countOperations } from './count-operations.ts'
import { checkResult } from './history/invariants/check.ts'
import { meterModel, type Meter } from './meter-model.ts'
import { priceWarnings } from './price-warnings.ts'
import type {
  BoundProvider,
  CondensationProvider,
  KeptEnds,
  ProviderResult,
  ProviderServices,
} from './provider.ts'
import { eventsOf, type RunFlags } from './telemetry.ts'

/** What a run ended with. Only a condensed history has messages of its own; all others leave the source as it is. */
export type Outcome = { readonly summary: OutcomeSummary; readonly condensed: Condensed | null }
type Condensed = {
  readonly conversation: Conversation
  readonly provenance: Provenance
  /** How an agent would hide what is gone; null where it would delete it. */
  readonly tag: HistoryTag | null
}

export type RunOptions = {
  readonly provider: CondensationProvider
  readonly settings: unknown
  /** Frozen all through (`deepFreeze`), so that a provider that mutates its input fails at once. */
  readonly conversation: Conversation
  readonly targetTokens: number | null
  readonly services: ProviderServices
  readonly alerts: Alerts
  readonly flags: RunFlags
  readonly signal: CancelSignal
}

/**
 * Runs a provider and judges what it gives: the invariants, the growth check with one counter on both sides,
 * the figures. Every failure is an outcome; only `Cancelled` is thrown.
 */
export async function runProvider(options: RunOptions): Promise<Outcome> {
  const { services } = options
  const started = services.now()
  const meter = meterModel(services.model)
  const verdict = await judged({ ...options, services: { ...services, model: meter.model } })
  const durationMs = services.now() - started
  return toOutcome(options, verdict, meter, durationMs)
}

/** How a run ended, before the figures. */
type Verdict =
  | {
      readonly kind: 'condensed'
      readonly condensed: Condensed
      readonly result: Extract<ProviderResult, { kind: 'condensed' }>
      readonly inherited: readonly Violation[]
    }
  | { readonly kind: 'unchanged'; readonly reason: string }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly broken?: readonly Violation[]
    }

async function judged(options: RunOptions): Promise<Verdict> {
  const bound = options.provider.bind(options.settings)
  if (!bound.ok) {
    const message = bound.issues
      .map(({ path, message: what }) => `${path.join('.') || 'settings'}: ${what}`)
      .join('; ')
    return { kind: 'failed', code: 'bad-settings', message }
  }
  const result = await condenseSafely(options, bound.bound.condense)
  if (result.kind !== 'condensed') return result
  options.services.onProgress({ stage: 'checking', label: 'Checking the result', done: 0, total: 1 })
  return judge(options.conversation, result, bound.bound.keptEnds)
}

async function condenseSafely(
  { conversation, targetTokens, services, signal }: RunOptions,
  condense: BoundProvider['condense'],
): Promise<ProviderResult> {
  try {
    return await condense({ conversation, targetTokens, services, signal })
  } catch (error) {
    if (error instanceof Cancelled) throw error
    const isMutation =
      error instanceof TypeError &&
      /read.?only|not extensible|Cannot (assign|add|delete)/i.test(error.message)
    const code = isMutation ? 'source-untouched' : 'provider-error'
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', code, message }
  }
}

function judge(
  source: Conversation,
  result: Extract<ProviderResult, { kind: 'condensed' }>,
  kept: KeptEnds,
): Verdict {
  const { messages, provenance } = result
  const context = { source: source.messages, provenance, keptFirst: kept.first, keptLast: kept.last }
  const { broken, inherited } = checkResult(messages, context)
  const first = broken[0]
  if (first !== undefined) {
    const message = `The result breaks the rule ${first.rule} at message #${first.messageIndex}: ${first.detail}. The source is unchanged.`
    return { kind: 'failed', code: 'invariant-broken', message, broken }
  }
  const conversation = reviseConversation(source, messages)
  if (conversation.totalTokens >= source.totalTokens) {
    const message = `The result would have ${figure(conversation.totalTokens)} tokens, the source has ${figure(source.totalTokens)}.`
    return { kind: 'failed', code: 'context-grew', message }
  }
  const condensed = { conversation, provenance, tag: result.tag ?? null }
  return { kind: 'condensed', condensed, result, inherited }
}

const format = new Intl.NumberFormat('en-US')
const figure = (tokens: number): string => format.format(tokens)

function toOutcome(options: RunOptions, verdict: Verdict, meter: Meter, durationMs: number): Outcome {
  const condensed = verdict.kind === 'condensed' ? verdict.condensed : null
  const result = verdict.kind === 'condensed' ? verdict.result : null
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
    ...(result?.warnings ?? []),
    ...(condensed === null ? [] : sizeWarnings(stats, options.targetTokens, options.alerts)),
    ...priceWarnings(meter.missingPrices(), options.services.model),
    ...costWarnings(stats.costUsd, options.alerts),
  ]
  const summary = {
    status: verdict.kind,
    stats,
    passes: [...(result?.passes ?? [])],
    fidelity: result?.fidelity ?? null,
    validity: [...violationsOf(verdict)],
    warnings,
    reason: verdict.kind === 'unchanged' ? verdict.reason : '',
    error: verdict.kind === 'failed' ? { code: verdict.code, message: verdict.message } : null,
    attempts: [],
  }
  const events = eventsOf(options.provider, options.settings, summary, options.flags)
  return { condensed, summary: { ...summary, events } }
}

function violationsOf(verdict: Verdict): readonly Violation[] {
  if (verdict.kind === 'condensed') return verdict.inherited
  return verdict.kind === 'failed' ? (verdict.broken ?? []) : []
}
