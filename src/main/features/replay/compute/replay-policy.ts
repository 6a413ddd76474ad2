import type { Message } from '../../../../shared/kernel/message.ts'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import type {
  PlayedPolicy,
  ReplayCondensation,
  ReplayRequest,
  CacheRules,
} from '../../../../shared/replay/types.ts'
import { stopIfCancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import type { OwnTriggerChoice } from '../../../kernel/method.ts'
import { decideTrigger } from '../../../kernel/policy/context-trigger.ts'
import { computeTriggerTokens, type OwnTrigger } from '../../../kernel/policy/own-trigger.ts'
import { findPendingStart } from '../../../kernel/policy/split-pending.ts'
import { countAsRooClassic } from '../../../kernel/tokens/count-as-roo-classic.ts'
import { buildContinuation, buildReplayConversation } from './build-replay-conversation.ts'
import { auditPlayed } from './cache/audit-played.ts'
import { createPrefixCache } from './cost/prefix-cache.ts'
import { createHistorySums, type HistorySums } from './history-sums.ts'
import {
  buildHistoryBefore,
  isSampled,
  judgeCondensation,
  findLastMessageBefore,
  createSentLookup,
  sizeCondensation,
  type Standing,
} from './judge-condensation.ts'
import { wouldCondenseItself } from './own-trigger-measures.ts'
import { createPayer } from './payer.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'
import { summariseReplay } from './summarise-replay.ts'

type Charge = {
  /** Null where nobody knows. */
  readonly costUsd: number | null
  /** Whether no model was asked, and the cost is what the task's own would have charged. */
  readonly isCostEstimated?: true
  /** Whether an external arm says what it cost, and nobody measured it. */
  readonly isCostStated?: true
}

/** What a policy made of the history before a request; its cost counts whether or not it is worth it. */
export type Condensed = Charge & { readonly messages: readonly Message[]; readonly provenance: Provenance }

/** What a policy tried in vain: the history stays as it is, and the cost counts all the same. */
export type NotCondensed = Charge & {
  readonly messages: null
  /** Why, in the words of who tried; null where every message was left as it was. */
  readonly text: string | null
  /** The code of the failure, where it failed. */
  readonly code?: string
}

/** When to condense, and how. */
export type ReplayPolicy = {
  readonly id: string
  /** Null never condenses. */
  readonly trigger: {
    readonly windowTokens: number
    readonly thresholdPercent: number
    /** Output limit of the model; null reserves the usual. */
    readonly maxTokens: number | null
    /** `roo-classic` estimates the last message as that agent does. */
    readonly counter?: 'full' | 'roo-classic'
    /** The trigger of the agent that the policy follows, in the place of the threshold. */
    readonly own?: OwnTriggerChoice
  } | null
  /** How long vendors keep what a request sent, milliseconds; as the record shows where it is left out. */
  readonly timeToLiveMs?: number
  /** False where a history of so many counted tokens is not worth a try, which spares splitting it; always tried where it is left out. */
  readonly isDue?: (countedTokens: number) => boolean
  /** Condenses what is about to be sent; null where it was not tried, which costs nothing. */
  readonly condense: (
    conversation: Conversation,
    held: HeldPrefix,
  ) => Promise<Condensed | NotCondensed | null>
}

/** What a call that begins as the agent's own requests do would find in the cache. Tokens. */
export type HeldPrefix = {
  /** System prompt and tools. */
  readonly systemTokens: number
  /** Of the beginning of the next request, what is still kept. */
  readonly heldTokens: number
}

export type ReplayServices = {
  readonly signal: CancelSignal
  /** Called before each request with the number of those that are done. */
  readonly onProgress: (done: number, total: number) => void
  /** Called with each condensation: the step before which it happened, what stood, and what stands from there on. */
  readonly onCondensed?: (at: number, source: Conversation, condensed: Condensed) => void
  /** Quality of a condensation, undefined where it is left out; `continuation` is what was recorded after it, null for nothing. */
  readonly measure?: (condensation: {
    readonly source: Conversation
    readonly condensed: Condensed
    readonly continuation: Conversation | null
  }) => Readonly<Record<string, number | null>> | undefined
}

/** So many condensations of an arm with a trigger of its own are judged one by one. */
const judgedFirst = 32

/** The policy that never condenses. */
export const neverPolicy: ReplayPolicy = { id: 'none', trigger: null, condense: () => Promise.resolve(null) }

/**
 * Plays a recorded task again under a policy: before each request the trigger decides on the calibrated size of what
 * would be sent, and where it fires, the condensed history takes the place of the old one. Answers are those that were
 * recorded. Throws `Cancelled`.
 */
export async function replayPolicy(
  recorded: ReplayTask,
  policy: ReplayPolicy,
  services: ReplayServices,
): Promise<PlayedPolicy> {
  const { timeToLiveMs } = policy
  const task = timeToLiveMs === undefined ? recorded : withTimeToLive(recorded, timeToLiveMs)
  const cache = createPrefixCache(task.cacheStyle)
  const requests: ReplayRequest[] = []
  const firings: ReplayCondensation[] = []
  const attempts: Attempt[] = []
  const stood: Standing[] = []
  let standing: Standing = { since: 0, messages: task.full.slice(0, task.steps[0]?.fullCount ?? 0) }
  const sumsOf = createHistorySums(task)
  let sums = sumsOf(standing)
  const payer = createPayer(task, cache)
  let stated: Pick<Charge, 'isCostStated'> = {}
  for (const [at, step] of task.steps.entries()) {
    stopIfCancelled(services.signal)
    services.onProgress(at, task.steps.length)
    if (wouldCondense(task, at, { standing, sums }, policy)) {
      const history = Object.freeze(buildHistoryBefore(task, standing, at))
      const source = buildReplayConversation(task, history)
      const held = findHeldPrefix(step, requests.at(-1))
      const outcome = await condenseHeld(policy, source, held, task)
      if (outcome?.isCostStated === true) stated = { isCostStated: true }
      const condensed = withoutSame(outcome, source)
      if (condensed?.messages === null) attempts.push(buildAttempt(step, condensed))
      else if (condensed !== null) {
        const quality = services.measure?.({
          source,
          condensed,
          continuation: buildContinuation(task, step.fullCount),
        })
        const next = { since: at, messages: condensed.messages }
        const futures = [standing, next] as const
        // Agents that clear a little before most requests would be followed to the end of the task each time.
        const isJudged = policy.trigger?.own === undefined || isSampled(firings.length + 1, judgedFirst)
        const condensation = isJudged
          ? judgeCondensation(task, at, futures, condensed.costUsd, cache)
          : sizeCondensation(task, at, futures, condensed.costUsd)
        firings.push({
          ...condensation,
          ...pickCostEstimate(condensed),
          ...(quality === undefined ? {} : { quality }),
        })
        services.onCondensed?.(at, source, condensed)
        standing = next
        sums = sumsOf(standing)
      }
    }
    stood.push(standing)
    requests.push(payer.pay(at, standing))
  }
  const played = summariseReplay(task, { id: policy.id, requests, firings, attempts })
  const audited = { ...played, ...stated, cache: auditPlayed(task, played, createSentLookup(task, stood)) }
  return policy.trigger === null ? audited : { ...audited, trigger: describeUsedTrigger(policy.trigger) }
}

/** Condenses what the agent has by then; what the request sends for the first time stands behind it as it is. */
async function condenseHeld(
  { trigger, condense }: ReplayPolicy,
  source: Conversation,
  held: HeldPrefix,
  task: ReplayTask,
): Promise<Condensed | NotCondensed | null> {
  const from = findPendingStart(source, choosePendingMode(trigger))
  if (from === source.messages.length) return condense(source, held)
  const outcome = await condense(buildReplayConversation(task, source.messages.slice(0, from)), held)
  if (outcome === null || outcome.messages === null) return outcome
  const left = source.messages.slice(from)
  const { messages, dropped } = outcome.provenance
  return {
    ...outcome,
    messages: [...outcome.messages, ...left],
    provenance: {
      messages: [...messages, ...left.map((_, at) => ({ sources: [from + at], changes: [] }))],
      dropped,
    },
  }
}

function choosePendingMode(trigger: ReplayPolicy['trigger']): OwnTrigger['pending'] {
  const own = trigger?.own?.trigger
  if (own === undefined) return 'condensed'
  return own.everyTurn && own.pending === 'condensed' ? 'prompt-left' : own.pending
}

/** What the request before has left in the cache, unless too much time has passed. */
function findHeldPrefix(
  { prefix, ts, cacheStyle }: ReplayStep,
  before: ReplayRequest | undefined,
): HeldPrefix {
  const systemTokens = prefix.tokens
  const { kind, timeToLiveMs, stepTokens } = cacheStyle
  const pauseMs = (ts ?? 0) - (before?.ts ?? ts ?? 0)
  if (before === undefined || kind === 'none' || (timeToLiveMs !== null && pauseMs > timeToLiveMs))
    return { systemTokens, heldTokens: 0 }
  const { cacheWrite, cacheRead } = before.tokens
  const { contextTokens } = before
  const heldTokens =
    kind === 'explicit' ? cacheWrite + cacheRead : contextTokens - (contextTokens % stepTokens)
  return { systemTokens, heldTokens }
}

/** A condensation that left every message as it was is none. */
function withoutSame(
  outcome: Condensed | NotCondensed | null,
  { messages }: Conversation,
): Condensed | NotCondensed | null {
  if (outcome === null || outcome.messages === null || outcome.messages.length !== messages.length)
    return outcome
  if (outcome.messages.some((message, index) => message !== messages[index])) return outcome
  return { costUsd: outcome.costUsd, ...pickCostEstimate(outcome), messages: null, text: null }
}

type Attempt = PlayedPolicy['attempts'][number]

function buildAttempt({ request }: ReplayStep, tried: NotCondensed): Attempt {
  return { request, costUsd: tried.costUsd, ...pickCostEstimate(tried), text: tried.text }
}

function pickCostEstimate({ isCostEstimated }: Charge): Pick<Charge, 'isCostEstimated'> {
  return isCostEstimated === true ? { isCostEstimated } : {}
}

function wouldCondense(
  task: ReplayTask,
  at: number,
  { standing, sums }: { readonly standing: Standing; readonly sums: HistorySums },
  { trigger, isDue = () => true }: ReplayPolicy,
): boolean {
  const step = task.steps[at]
  if (trigger === null || step === undefined) return false
  if (trigger.own !== undefined) {
    const history = buildHistoryBefore(task, standing, at)
    return history.length > 0 && wouldCondenseItself(task, step, history, trigger.own)
  }
  const last = findLastMessageBefore(task, standing, at)
  if (last === undefined) return false
  const lastMessageTokens = sums.countLastTokens(at)
  const { windowTokens, thresholdPercent, maxTokens, counter } = trigger
  const { wouldCondense: isReached } = decideTrigger({
    totalTokens: step.prefix.tokens + sums.sumPaidTokens(at) - lastMessageTokens,
    lastMessageTokens: counter === 'roo-classic' ? countAsRooClassic(last, task.counter) : lastMessageTokens,
    windowTokens,
    maxTokens,
    autoCondense: true,
    threshold: { percent: thresholdPercent, source: 'global', warning: null },
  })
  return isReached && isDue(sums.sumCountedTokens(at))
}

/** A task whose vendors keep what a request sent for so long after its last use, where they keep anything at all. */
function withTimeToLive(task: ReplayTask, timeToLiveMs: number): ReplayTask {
  const change = (style: CacheRules): CacheRules =>
    style.kind === 'none' ? style : { ...style, timeToLiveMs }
  return {
    ...task,
    cacheStyle: change(task.cacheStyle),
    steps: task.steps.map((step) => ({ ...step, cacheStyle: change(step.cacheStyle) })),
  }
}

/** The trigger that a policy went by, for who reads the results. */
function describeUsedTrigger({
  own,
  windowTokens,
  thresholdPercent,
}: NonNullable<ReplayPolicy['trigger']>): NonNullable<PlayedPolicy['trigger']> {
  if (own === undefined)
    return { kind: 'threshold', windowTokens, tokens: Math.round((windowTokens * thresholdPercent) / 100) }
  const { everyRequest, everyTurn, toolUses, events, pauseMinutes, resultChars } = own.trigger
  const tokens = computeTriggerTokens(own.trigger, own.limits)
  const others = {
    everyRequest,
    ...(everyTurn ? { everyTurn } : {}),
    toolUses,
    events,
    pauseMinutes,
    resultChars,
  }
  return { kind: 'own', windowTokens, tokens, ...others }
}
