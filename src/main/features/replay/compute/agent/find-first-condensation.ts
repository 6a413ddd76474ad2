import type { FirstCondensationNote, FirstFigures } from '../../../../../shared/condensations/words.ts'
import type { PolicyReplay } from '../../../../../shared/replay/types.ts'
import { decideTrigger, type TriggerDecision } from '../../../../kernel/policy/context-trigger.ts'
import { computeTriggerTokens } from '../../../../kernel/policy/own-trigger.ts'
import { countAsRooClassic } from '../../../../kernel/tokens/count-as-roo-classic.ts'
import type { RecordedRun } from '../../../../record/recorded-run.ts'
import type { ReplayPolicy } from '../replay-policy.ts'
import type { ReplayTask } from '../replay-task.ts'
import { measureContextAfter, type ContextSize } from './measure-context-sizes.ts'

type Trigger = NonNullable<ReplayPolicy['trigger']>

/** What the first condensations of policies are held against. */
export type AgentRecord = {
  readonly task: ReplayTask
  readonly run: Pick<RecordedRun, 'requests' | 'condensations'>
  readonly sizes: readonly ContextSize[]
}

/**
 * Where a policy fires first, and where the agent did: up to there, both had the same history. Undefined where the agent
 * never did.
 */
export function findFirstCondensation(
  record: AgentRecord,
  used: Trigger,
  { firings }: Pick<PolicyReplay, 'firings'>,
): FirstFigures | undefined {
  const trigger = toThreshold(used)
  if (trigger === null) return undefined
  const own = record.run.condensations.find(({ request }) => request !== null)
  if (own === undefined || own.request === null) return undefined
  const decisions = collectDecisions(own.request, record, trigger)
  const early = decisions.findIndex((decision) => decision?.wouldCondense === true)
  const request = early >= 0 ? early : (firings[0]?.request ?? null)
  const same = request === own.request
  const shared = { record, trigger, own: { ...own, request: own.request }, decisions }
  return { request, recordedRequest: own.request, same, notes: buildNotes(shared, request) }
}

/** A trigger of an agent's own as the share of the window at which it fires; null where it does not go by size. */
function toThreshold(trigger: Trigger): Trigger | null {
  if (trigger.own === undefined) return trigger
  const tokens = computeTriggerTokens(trigger.own.trigger, trigger.own.limits)
  return tokens === null ? null : { ...trigger, thresholdPercent: (100 * tokens) / trigger.windowTokens }
}

/** What the trigger says before each request, had nothing been condensed; null where no size is known. */
function collectDecisions(
  last: number,
  record: AgentRecord,
  trigger: Trigger,
): readonly (TriggerDecision | null)[] {
  return record.sizes.slice(0, last + 1).map(({ uncondensedTokens, isPlayed }, request) => {
    const rough = trigger.counter === 'roo-classic' && isPlayed ? estimateAgentContext(record, request) : null
    const tokens = rough ?? uncondensedTokens
    return tokens === null ? null : decide(tokens, trigger)
  })
}

function decide(
  tokens: number,
  { windowTokens, thresholdPercent, maxTokens, own }: Trigger,
): TriggerDecision {
  const threshold = { percent: thresholdPercent, source: 'global' as const, warning: null }
  const shared = { lastMessageTokens: 0, windowTokens, maxTokens, autoCondense: true, threshold }
  const decision = decideTrigger({ totalTokens: tokens, ...shared })
  // No other limit counts beside a trigger of its own.
  return own === undefined ? decision : { ...decision, wouldCondense: decision.percent >= thresholdPercent }
}

/** The context before a request as Roo Code counts it: what was sent last with its answer, and an estimate of the rest. */
function estimateAgentContext({ task, run, sizes }: AgentRecord, request: number): number | null {
  const at = task.steps.findIndex((step) => step.request === request)
  const last = task.full[(task.steps[at]?.fullCount ?? 0) - 1]
  const total = measureContextAfter(run.requests[request - 1])
  if (last === undefined || total === null || sizes[request]?.isPlayed !== true) return null
  return total + countAsRooClassic(last, task.counter)
}

type Shared = {
  readonly record: AgentRecord
  readonly trigger: Trigger
  readonly own: RecordedRun['condensations'][number] & { readonly request: number }
  readonly decisions: readonly (TriggerDecision | null)[]
}

function buildNotes(shared: Shared, request: number | null): readonly FirstCondensationNote[] {
  const { own } = shared
  if (request === own.request)
    return [
      { code: 'with-agent', figures: { kind: own.kind } },
      ...buildUnplayedRequestNotes(shared, request),
    ]
  const isByHand = own.byHand === 'place'
  const agent: FirstCondensationNote = {
    code: 'agent',
    figures: { kind: own.kind, request: own.request, isByHand },
  }
  if (request !== null && request < own.request)
    return [agent, ...buildEarlyNotes(shared, request), ...buildUnplayedRequestNotes(shared, request)]
  return [agent, ...buildLateNotes(shared), { code: 'later', figures: { request } }]
}

function buildEarlyNotes({ record, trigger, decisions }: Shared, request: number): FirstCondensationNote[] {
  const { thresholdPercent, windowTokens } = trigger
  const decision = decisions[request] ?? null
  const size = decision === null ? null : pickSizeFigures(decision, trigger)
  const tokens = estimateAgentContext(record, request)
  const isMissed = tokens !== null && decision !== null && !decide(tokens, trigger).wouldCondense
  return [
    { code: 'earlier', figures: { request, size } },
    ...(isMissed
      ? [{ code: 'agent-below', figures: { tokens, thresholdPercent, windowTokens } } as const]
      : []),
  ]
}

function buildLateNotes({ own, trigger, decisions }: Shared): FirstCondensationNote[] {
  const decision = decisions[own.request] ?? null
  if (decision === null) return [{ code: 'no-size' }]
  const below = { code: 'below', figures: { size: pickSizeFigures(decision, trigger) } } as const
  const { agentTokens: tokens } = own
  if (tokens === null || !decide(tokens, trigger).wouldCondense) return [below]
  return [below, { code: 'agent-above', figures: { tokens } }]
}

function pickSizeFigures(
  { contextTokens, percent, allowed }: TriggerDecision,
  { thresholdPercent }: Trigger,
) {
  return { contextTokens, percent, allowed, thresholdPercent }
}

function buildUnplayedRequestNotes(
  { own, record: { sizes } }: Shared,
  request: number,
): FirstCondensationNote[] {
  if (own.isDeleting) return [{ code: 'deleted' }]
  return sizes[request]?.isPlayed === true ? [] : [{ code: 'unplayed' }]
}
