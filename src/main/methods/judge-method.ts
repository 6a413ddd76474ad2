import type { Warning, Fidelity, PassMetrics } from '../../shared/condense/outcome-types.ts'
import type { HistoryTag, PartChange } from '../../shared/kernel/provenance.ts'
import type { Violation } from '../../shared/kernel/violation.ts'
import { runFailure, runWarning } from '../../shared/kernel/words/engine.ts'
import { Cancelled } from '../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../kernel/conversation.ts'
import { checkResult } from '../kernel/history/invariants/check-result.ts'
import type { CondenseRequest, KeptEnds, MethodResult, ResolvedMethod } from '../kernel/method.ts'
import { countPinnedTokens } from '../kernel/pins/pin.ts'
import { restorePins } from '../kernel/pins/restore-pins.ts'
import type { Stage } from '../kernel/stages/stage.ts'

/** What a provider reported, and what pins left of it. */
type Figures = Stage & { readonly passes: readonly PassMetrics[]; readonly fidelity: Fidelity | null }

const listStageChanges = ({ provenance }: Stage): PartChange[] =>
  provenance.messages.flatMap(({ changes }) => [...changes])

const formatPlaceKey = ({ at: { messageIndex, blockIndex, nestedIndex, span } }: PartChange): string =>
  [messageIndex, blockIndex, nestedIndex ?? '', span?.start ?? ''].join(' ')

type Condensed = Extract<MethodResult, { kind: 'condensed' }>

/** What became of one application of a provider, once it was checked. */
export type Verdict =
  | {
      readonly kind: 'condensed'
      readonly conversation: Conversation
      readonly stage: Stage
      /** How an agent would hide what is gone; null where it would delete it. */
      readonly tag: HistoryTag | null
      readonly result: Condensed
      readonly warnings: readonly Warning[]
      /** Rules that the source broke already, and those that an agent broke. */
      readonly inherited: readonly Violation[]
    }
  | Extract<MethodResult, { kind: 'unchanged' }>
  | (Extract<MethodResult, { kind: 'failed' }> & { readonly broken?: readonly Violation[] })

/**
 * Applies a provider and judges what it gives: pins are put back, the invariants hold, it shrinks by one counter on
 * both sides. Every failure is a verdict; only `Cancelled` is thrown.
 */
export async function judgeMethod(method: ResolvedMethod, request: CondenseRequest): Promise<Verdict> {
  const result = await condenseSafely(request, method.condense)
  if (result.kind !== 'condensed') return result
  request.services.onProgress({ stage: 'checking', label: 'Checking the result', done: 0, total: 1 })
  return judge(request, result, method.keptEnds)
}

async function condenseSafely(
  request: CondenseRequest,
  condense: ResolvedMethod['condense'],
): Promise<MethodResult> {
  try {
    return await condense(request)
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
  { conversation: source, pins, targetTokens }: CondenseRequest,
  result: Condensed,
  kept: KeptEnds,
): Verdict {
  const { trace = [], hasHappened = false } = result
  const stage = hasHappened ? result : restorePins(source, result, pins)
  const { messages, provenance } = stage
  const context = { source: source.messages, provenance, keptFirst: kept.first, keptLast: kept.last }
  const { broken, inherited } = checkResult(messages, context)
  const first = broken[0]
  if (first !== undefined && !hasHappened) {
    const { rule, messageIndex, detail: fault } = first
    return { kind: 'failed', ...runFailure('invariant-broken', { rule, messageIndex, fault }), broken, trace }
  }
  const conversation = reviseConversation(source, messages)
  if (conversation.totalTokens >= source.totalTokens && !hasHappened) {
    const hasPins = stage !== result && pins.length > 0
    const figures = { tokens: conversation.totalTokens, sourceTokens: source.totalTokens, hasPins }
    return { kind: 'failed', ...runFailure('context-grew', figures), trace }
  }
  // A provider that is made of others has their warning already.
  const isWarned = result.warnings.some(({ code }) => code === 'pins-exceed-target')
  const more = isWarned ? [] : pinWarnings(countPinnedTokens(source, pins), targetTokens)
  const warnings = [...result.warnings, ...more]
  const settled = { ...result, ...accountForPins(source, result, stage) }
  return {
    kind: 'condensed',
    conversation,
    stage,
    tag: result.tag ?? null,
    result: settled,
    warnings,
    inherited: hasHappened ? [...broken, ...inherited] : inherited,
  }
}

function pinWarnings(pinnedTokens: number, targetTokens: number | null): Warning[] {
  return targetTokens === null || pinnedTokens <= targetTokens
    ? []
    : [runWarning('pins-exceed-target', { targetTokens, pinnedTokens })]
}

/**
 * The figures of a provider after pins were put back into what it made: a pass of their own, so that passes still add
 * up, and no saving that came back with them.
 */
function accountForPins(
  source: Conversation,
  made: Figures,
  stage: Stage,
): Pick<Figures, 'passes' | 'fidelity'> {
  const { passes, fidelity } = made
  if (stage === made) return { passes, fidelity }
  const tokensBefore = reviseConversation(source, made.messages).totalTokens
  const tokensAfter = reviseConversation(source, stage.messages).totalTokens
  const left = new Set(listStageChanges(stage).map(formatPlaceKey))
  const restored = listStageChanges(made).filter((change) => !left.has(formatPlaceKey(change)))
  const messages = stage.provenance.messages.length - made.provenance.messages.length
  const pass = {
    id: 'pins',
    label: 'Pinned content put back',
    tokensBefore,
    tokensAfter,
    durationMs: 0,
    operations: { restored: restored.length + Math.max(0, messages) },
  }
  const back = restored.filter(({ operation }) => operation === 'referenced' || operation === 'dropped')
  return { passes: [...passes, pass], fidelity: fidelity === null ? null : subtractRestored(fidelity, back) }
}

function subtractRestored(fidelity: Fidelity, back: readonly PartChange[]): Fidelity {
  const sumSavedTokens = (isReversible: boolean): number =>
    back
      .filter(({ reference }) => (reference !== undefined) === isReversible)
      .reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return {
    reversibleTokens: fidelity.reversibleTokens - sumSavedTokens(true),
    supersededTokens: fidelity.supersededTokens - sumSavedTokens(false),
  }
}
