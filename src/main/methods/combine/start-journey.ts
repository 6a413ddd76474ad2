import type {
  Arm,
  Fidelity,
  PassMetrics,
  TraceStep,
  Warning,
} from '../../../shared/condense/outcome-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import type { HistoryTag } from '../../../shared/kernel/provenance.ts'
import { idleReason, runFailure, runWarning } from '../../../shared/kernel/words/engine.ts'
import { describeStep } from '../../../shared/methods/ab-arms.ts'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { stopIfCancelled } from '../../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import type { CondenseRequest, MethodResult } from '../../kernel/method.ts'
import { movePins, type Pin } from '../../kernel/pins/pin.ts'
import { composeStages } from '../../kernel/stages/compose-stages.ts'
import { buildUntouchedStage, type Stage } from '../../kernel/stages/stage.ts'
import { estimateRun } from '../estimates/estimate-run.ts'
import { judgeMethod, type Verdict } from '../judge-method.ts'
import { resolveStep } from './steps.ts'

/** How one step of a strategy ended. */
export type StepEnd = 'condensed' | 'unchanged' | 'failed'

/** A conversation on its way through the steps of a strategy. */
export type Journey = {
  readonly tokens: () => number
  /** Whether the run's target is met; false where it has none. */
  readonly isAtTarget: () => boolean
  /** Does a step to what the steps before it left; `why` says why this branch was taken, `arm` which one it is. */
  readonly take: (step: MethodChoice, why: string, arm?: Arm) => Promise<StepEnd>
  /** Notes a branch that was not taken. */
  readonly skip: (label: string, why: string) => void
  /** What a step would cost now, in US dollars; null where it cannot be said because a price is unknown. */
  readonly estimateCost: (step: MethodChoice) => Promise<number | null>
  /** What the steps so far cost, in US dollars. */
  readonly spentUsd: () => number
  /** What all steps made together. */
  readonly end: () => MethodResult
}

type Made = {
  readonly source: Conversation
  readonly sourcePins: readonly Pin[]
  conversation: Conversation
  stage: Stage
  pins: readonly Pin[]
  readonly passes: PassMetrics[]
  readonly warnings: Warning[]
  readonly trace: TraceStep[]
  readonly reasons: string[]
  fidelity: Fidelity | null
  tag: HistoryTag | null
  taken: number
  failure: { readonly code: string; readonly message: string } | null
}

/** Begins with the conversation of a request. Each step is judged by itself, so that a bad one changes nothing. */
export function startJourney(request: CondenseRequest): Journey {
  const { conversation, pins, services, targetTokens } = request
  const spentBefore = services.spent().costUsd
  const made: Made = {
    source: conversation,
    sourcePins: pins,
    conversation,
    stage: buildUntouchedStage(conversation.messages),
    pins,
    passes: [],
    warnings: [],
    trace: [],
    reasons: [],
    fidelity: null,
    tag: null,
    taken: 0,
    failure: null,
  }
  const countCurrentTokens = (): number => made.conversation.totalTokens
  const buildCurrentRequest = (): CondenseRequest => ({
    ...request,
    conversation: made.conversation,
    pins: made.pins,
  })
  return {
    tokens: countCurrentTokens,
    isAtTarget: () => targetTokens !== null && countCurrentTokens() <= targetTokens,
    take: (step, why, arm) =>
      takeStep(step, arm === undefined ? { why } : { why, arm }, buildCurrentRequest(), made),
    skip: (label, reason) =>
      void made.trace.push({
        label,
        decision: 'skipped',
        reason,
        tokensBefore: countCurrentTokens(),
        tokensAfter: countCurrentTokens(),
        costUsd: 0,
      }),
    estimateCost: (step) => estimateCost(step, buildCurrentRequest()),
    spentUsd: () => services.spent().costUsd - spentBefore,
    end: () => toResult(made),
  }
}

async function takeStep(
  step: MethodChoice,
  { why, ...assigned }: { readonly why: string; readonly arm?: Arm },
  request: CondenseRequest,
  made: Made,
): Promise<StepEnd> {
  const { services, signal, conversation } = request
  stopIfCancelled(signal)
  const label = describeStep(step)
  const costBefore = services.spent().costUsd
  const verdict = await runStep(step, request)
  const costUsd = services.spent().costUsd - costBefore
  const tokensBefore = conversation.totalTokens
  const isAdopted = verdict.kind === 'condensed' && adopt(verdict, label, made)
  if (verdict.kind === 'condensed') {
    if (!isAdopted) made.reasons.push(nothingTogether)
  } else if (verdict.kind === 'unchanged') made.reasons.push(verdict.reason)
  else {
    made.failure ??= { code: verdict.code, message: `${label}: ${verdict.message}` }
    made.warnings.push(runWarning('step-failed', { step: label, why: verdict.message }))
  }
  const tokensAfter = made.conversation.totalTokens
  const figures = { label, tokensBefore, tokensAfter, costUsd }
  const decision = verdict.kind === 'failed' ? 'failed' : 'taken'
  append(made.trace, [
    { ...figures, decision, reason: `${why}${describeOutcome(verdict, isAdopted)}`, ...assigned },
    ...buildInnerTrace(verdict, label),
  ])
  return verdict.kind
}

const nothingTogether = 'Together with the steps before it nothing was saved.'

function describeOutcome(verdict: Verdict, isAdopted: boolean): string {
  switch (verdict.kind) {
    case 'condensed':
      return isAdopted ? '' : ` ${nothingTogether}`
    case 'unchanged':
      return ` It had nothing to do: ${verdict.reason}`
    case 'failed':
      return ` It failed: ${verdict.message}`
  }
}

/** False where what came out together would be no shorter: references of an earlier step can need their text back. */
function adopt(
  { result, stage, warnings, tag }: Extract<Verdict, { kind: 'condensed' }>,
  label: string,
  made: Made,
): boolean {
  const composed = composeStages(made.source, made.stage, stage)
  const conversation = reviseConversation(made.conversation, composed.messages)
  if (conversation.totalTokens >= made.conversation.totalTokens) return false
  made.stage = composed
  made.conversation = conversation
  made.pins = movePins(made.source, composed, made.sourcePins)
  made.taken += 1
  append(
    made.passes,
    prefixPassIds(result.passes, label, { at: made.taken, tokensAfter: conversation.totalTokens }),
  )
  append(made.warnings, warnings)
  // What the first step alone did is still as reversible as it was; a second one undoes that.
  made.fidelity = made.taken === 1 ? result.fidelity : null
  made.tag = tag ?? made.tag
  return true
}

/** What native calls a failure, as Roo Code does, and what is none among other steps. */
const nothingToDo: ReadonlySet<string> = new Set(['not-enough-messages', 'condensed-recently'])

async function runStep(step: MethodChoice, request: CondenseRequest): Promise<Verdict> {
  const bound = resolveStep(step, request.services.findMethod)
  if (!bound.ok) {
    const issues = bound.issues.map(({ path: [field, ...place], message }) =>
      field === 'settings' ? `${place.join('.') || field}: ${message}` : `${message}.`,
    )
    return { kind: 'failed', ...runFailure('bad-settings', { issues }) }
  }
  const verdict = await judgeMethod(bound.resolved, request)
  if (verdict.kind !== 'failed' || !nothingToDo.has(verdict.code)) return verdict
  return {
    kind: 'unchanged',
    reason: verdict.message,
    ...(verdict.trace === undefined ? {} : { trace: verdict.trace }),
  }
}

async function estimateCost(step: MethodChoice, request: CondenseRequest): Promise<number | null> {
  const bound = resolveStep(step, request.services.findMethod)
  if (!bound.ok) return null
  const { estimate } = await estimateRun({
    ...request,
    method: bound.resolved,
    guessesAll: true,
    services: { ...request.services, onProgress: () => undefined },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
  })
  return estimate.warnings.some(({ code }) => code === 'price-unknown') ? null : estimate.costUsd
}

/** Ids of passes say which step they belong to: two steps may be the same provider. */
function prefixPassIds(
  passes: readonly PassMetrics[],
  label: string,
  { at, tokensAfter }: { readonly at: number; readonly tokensAfter: number },
): PassMetrics[] {
  return passes.map((pass, index) => ({
    ...pass,
    id: `${at}/${pass.id}`,
    label: `${label}: ${pass.label}`,
    ...(index === passes.length - 1 ? { tokensAfter } : {}),
  }))
}

function buildInnerTrace(verdict: Verdict, label: string): TraceStep[] {
  const { trace = [] } = verdict.kind === 'condensed' ? verdict.result : verdict
  return trace.map((step) => ({ ...step, label: `${label}: ${step.label}` }))
}

function toResult({ stage, ...made }: Made): MethodResult {
  const { messages, provenance } = stage
  const { passes, warnings, trace, fidelity, tag, failure, reasons, taken } = made
  if (taken === 0) {
    if (failure !== null) return { kind: 'failed', ...failure, trace }
    return { kind: 'unchanged', reason: reasons.join(' ') || idleReason('no-step').message, trace }
  }
  const distinct = [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()]
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes,
    fidelity,
    ...(tag === null ? {} : { tag }),
    warnings: distinct,
    trace,
  }
}
