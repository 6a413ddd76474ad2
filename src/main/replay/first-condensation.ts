import type { FirstCondensation } from '../../shared/domain/explained-condensation.ts'
import type { PolicyReplay } from '../../shared/domain/replay.ts'
import { formatCount } from '../../shared/lib/count-of.ts'
import { decideTrigger, type TriggerDecision } from '../engine/policy/context-trigger.ts'
import { countAsRooClassic } from '../engine/tokens/count-as-roo-classic.ts'
import type { RecordedRun } from '../record/recorded-run.ts'
import { totalOf, type ContextSize } from './context-sizes.ts'
import type { ReplayPolicy } from './replay-policy.ts'
import type { ReplayTask } from './replay-task.ts'

type Trigger = NonNullable<ReplayPolicy['trigger']>

/** What first firings are held against. */
export type AgentRecord = {
  readonly task: ReplayTask
  readonly run: Pick<RecordedRun, 'requests' | 'condensations'>
  readonly sizes: readonly ContextSize[]
}

/**
 * Where a policy fires first, and where the agent did: up to there, both had the same history. Undefined where the agent
 * never did.
 */
export function firstFiring(
  record: AgentRecord,
  trigger: Trigger,
  { firings }: Pick<PolicyReplay, 'firings'>,
): FirstCondensation | undefined {
  const own = record.run.condensations.find(({ request }) => request !== null)
  if (own === undefined || own.request === null) return undefined
  const decisions = decisionsUpTo(own.request, record, trigger)
  const early = decisions.findIndex((decision) => decision?.wouldCondense === true)
  const request = early >= 0 ? early : (firings[0]?.request ?? null)
  const same = request === own.request
  const shared = { record, trigger, own: { ...own, request: own.request }, decisions }
  return { request, recordedRequest: own.request, same, text: textOf(shared, request) }
}

/** What the trigger says before each request, had nothing been condensed; null where no size is known. */
function decisionsUpTo(
  last: number,
  record: AgentRecord,
  trigger: Trigger,
): readonly (TriggerDecision | null)[] {
  return record.sizes.slice(0, last + 1).map(({ uncondensedTokens, isPlayed }, request) => {
    const rough = trigger.counter === 'roo-classic' && isPlayed ? agentView(record, request) : null
    const tokens = rough ?? uncondensedTokens
    return tokens === null ? null : decide(tokens, trigger)
  })
}

function decide(tokens: number, { windowTokens, thresholdPercent, maxTokens }: Trigger): TriggerDecision {
  const threshold = { percent: thresholdPercent, source: 'global' as const, warning: null }
  const shared = { lastMessageTokens: 0, windowTokens, maxTokens, autoCondense: true, threshold }
  return decideTrigger({ totalTokens: tokens, ...shared })
}

/** The context before a request as Roo Code counts it: what was sent last with its answer, and an estimate of the rest. */
function agentView({ task, run, sizes }: AgentRecord, request: number): number | null {
  const at = task.steps.findIndex((step) => step.request === request)
  const last = task.full[(task.steps[at]?.fullCount ?? 0) - 1]
  const total = totalOf(run.requests[request - 1])
  if (last === undefined || total === null || sizes[request]?.isPlayed !== true) return null
  return total + countAsRooClassic(last, task.counter)
}

type Shared = {
  readonly record: AgentRecord
  readonly trigger: Trigger
  readonly own: RecordedRun['condensations'][number] & { readonly request: number }
  readonly decisions: readonly (TriggerDecision | null)[]
}

function textOf(shared: Shared, request: number | null): string {
  const { own } = shared
  const did = own.kind === 'condensation' ? 'condensed' : 'truncated'
  if (request === own.request)
    return [`Fires before the request at which the agent ${did}.`, ...unplayedText(shared, request)].join(' ')
  const agent = `The agent ${did} before request ${own.request}${own.byHand === 'place' ? ' by hand' : ''}.`
  if (request !== null && request < own.request)
    return [agent, earlyText(shared, request), ...unplayedText(shared, request)].join(' ')
  const later = request === null ? 'The policy never fires.' : `The policy fires before request ${request}.`
  return [agent, ...lateText(shared), later].join(' ')
}

function limitText({ windowTokens, thresholdPercent }: Trigger): string {
  return `${thresholdPercent} % of ${formatCount(windowTokens)}`
}

function shareText({ contextTokens, percent, allowed }: TriggerDecision, trigger: Trigger): string {
  const isRoundedUp =
    percent < trigger.thresholdPercent && Number(percent.toFixed(1)) >= trigger.thresholdPercent
  const share = `${formatCount(contextTokens)} tokens, ${percent.toFixed(isRoundedUp ? 3 : 1)} % of its window`
  return percent < trigger.thresholdPercent && contextTokens > allowed
    ? `${share}, above the ${formatCount(allowed)} that its answer leaves`
    : share
}

function earlyText({ record, trigger, decisions }: Shared, request: number): string {
  const decision = decisions[request]
  const size = decision == null ? '' : `: ${shareText(decision, trigger)}`
  const view = agentView(record, request)
  const missed =
    view !== null && decision != null && !decide(view, trigger).wouldCondense
      ? ` The agent's own count was ${formatCount(view)} there, below ${limitText(trigger)}: it estimates the last message; with “counter: roo-classic” the policy does as well.`
      : ''
  return `The policy fires before request ${request} already${size}.${missed}`
}

function lateText({ own, trigger, decisions }: Shared): string[] {
  const decision = decisions[own.request]
  if (decision == null) return ['How large the context was there is not recorded.']
  const below = `The context had ${shareText(decision, trigger)} there, below the threshold of ${trigger.thresholdPercent} %.`
  const { agentTokens } = own
  if (agentTokens === null || !decide(agentTokens, trigger).wouldCondense) return [below]
  return [
    below,
    `The agent counted ${formatCount(agentTokens)}, for it estimates the last message at half again what a tokenizer counts; with “counter: roo-classic” the policy does as well.`,
  ]
}

function unplayedText({ own, record: { sizes } }: Shared, request: number): string[] {
  if (own.isDeleting)
    return ['This goes by the recorded sizes: the agent deleted what it condensed, so it cannot be played.']
  return sizes[request]?.isPlayed === true
    ? []
    : ['This goes by the recorded size: the request itself cannot be played.']
}
