import { append } from '../../../../shared/kernel/append.ts'
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
import { createPrefixCache, type PrefixCache } from './cost/prefix-cache.ts'
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
import { findLastOccasion, findOccasion, measureHistory, type MoreTriggers } from './more-triggers.ts'
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
    /** What it goes by besides. */
    readonly more?: MoreTriggers
  } | null
  /** Whether a summary is asked for by a request that begins as those of the agent do, which keeps their cache alive. */
  readonly reusesPrefix?: boolean
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

/**
 * So many condensations of an arm with a trigger of its own are judged one by one: agents that clear a little before most
 * requests would be followed to the end of the task each time.
 */
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
  const preparer = createPreparer(task, policy)
  let stated: Pick<Charge, 'isCostStated'> = {}
  for (const [at, step] of task.steps.entries()) {
    stopIfCancelled(services.signal)
    services.onProgress(at, task.steps.length)
    await preparer.prepare(at, standing, requests.at(-1))
    const firing = decideFiring(task, at, { standing, sums }, policy)
    if (firing !== null) {
      const source = buildReplayConversation(task, Object.freeze(buildHistoryBefore(task, standing, at)))
      const prepared = firing.by === 'size' ? preparer.take(standing, source) : null
      const held = findHeldPrefix(step, requests.at(-1), firing.ts)
      const outcome = prepared ?? (await condenseHeld(policy, source, held, task, firing.by !== 'size'))
      if (outcome?.isCostStated === true) stated = { isCostStated: true }
      const condensed = withoutSame(outcome, source)
      // The request for the summary is the last use of what it begins with.
      const touchTs = policy.reusesPrefix === true && firing.by === 'idle' ? firing.ts : null
      if (condensed?.messages === null) attempts.push(buildAttempt(step, condensed))
      else if (condensed !== null) {
        const next = { since: at, messages: condensed.messages }
        const isJudged = policy.trigger?.own === undefined || isSampled(firings.length + 1, judgedFirst)
        const futures = [standing, next] as const
        firings.push({
          ...judgeFiring({ task, cache, touchTs, isJudged }, at, futures, condensed),
          ...describeOccasion(firing, prepared !== null),
          ...measureQuality(task, step, source, condensed, services),
        })
        services.onCondensed?.(at, source, condensed)
        standing = next
        sums = sumsOf(standing)
      }
      if (touchTs !== null) cache.touch(touchTs, task.steps[at - 1]?.cacheStyle)
    }
    stood.push(standing)
    requests.push(payer.pay(at, standing))
  }
  append(attempts, preparer.listUnused())
  const leftOpen = await condenseLeftOpen(task, policy, standing, requests.at(-1))
  const played = summariseReplay(task, { id: policy.id, requests, firings, attempts })
  const audited = { ...played, ...stated, cache: auditPlayed(task, played, createSentLookup(task, stood)) }
  return policy.trigger === null
    ? audited
    : { ...audited, trigger: describeUsedTrigger(policy.trigger), ...leftOpen }
}

type Judging = {
  readonly task: ReplayTask
  readonly cache: PrefixCache
  readonly touchTs: number | null
  readonly isJudged: boolean
}

function judgeFiring(
  { task, cache, touchTs, isJudged }: Judging,
  at: number,
  futures: readonly [Standing, Standing],
  condensed: Condensed,
): ReplayCondensation {
  const { costUsd } = condensed
  return {
    ...(isJudged
      ? judgeCondensation(task, at, futures, costUsd, { cache, touchTs })
      : sizeCondensation(task, at, futures, costUsd)),
    ...pickCostEstimate(condensed),
  }
}

function measureQuality(
  task: ReplayTask,
  { fullCount }: ReplayStep,
  source: Conversation,
  condensed: Condensed,
  { measure }: ReplayServices,
): Pick<ReplayCondensation, 'quality'> {
  const quality = measure?.({ source, condensed, continuation: buildContinuation(task, fullCount) })
  return quality === undefined ? {} : { quality }
}

type Firing = { readonly by: 'size' | 'idle' | 'task-start'; readonly ts: number | null }

/** Whether a policy condenses before a request, and why; null where it does not. */
function decideFiring(
  task: ReplayTask,
  at: number,
  stand: { readonly standing: Standing; readonly sums: HistorySums },
  policy: ReplayPolicy,
): Firing | null {
  const { more } = policy.trigger ?? {}
  const occasion =
    more === undefined ? null : findOccasion(task, at, buildHistoryBefore(task, stand.standing, at), more)
  if (occasion !== null) return occasion
  return wouldCondense(task, at, stand, policy) ? { by: 'size', ts: task.steps[at]?.ts ?? null } : null
}

function describeOccasion({ by, ts }: Firing, isPrepared: boolean): Pick<ReplayCondensation, 'by' | 'ts'> {
  if (by !== 'size') return { by, ...(ts === null ? {} : { ts }) }
  return isPrepared ? { by: 'prepared' } : {}
}

/** What condensing the session costs that was left open after its last request, which nobody came back to as far as is recorded. */
async function condenseLeftOpen(
  task: ReplayTask,
  policy: ReplayPolicy,
  standing: Standing,
  before: ReplayRequest | undefined,
): Promise<Pick<PlayedPolicy, 'leftOpenUsd'>> {
  const { trigger } = policy
  const step = task.steps.at(-1)
  if (trigger?.more?.idle === undefined || step === undefined) return {}
  const start = task.steps[standing.since]?.fullCount ?? 0
  const history = Object.freeze([...standing.messages, ...task.full.slice(start)])
  const occasion = findLastOccasion(task, history, trigger.more)
  if (occasion === null) return {}
  const held = findHeldPrefix(step, before, occasion.ts)
  const outcome = await policy.condense(buildReplayConversation(task, history), held)
  return outcome === null ? {} : { leftOpenUsd: outcome.costUsd }
}

/** Condenses ahead of the threshold, and keeps the result until it is reached. What is written meanwhile stands behind it as it is. */
function createPreparer(task: ReplayTask, policy: ReplayPolicy) {
  const { prepareTokens } = policy.trigger?.more ?? {}
  const unused: Attempt[] = []
  let kept: {
    readonly step: ReplayStep
    readonly standing: Standing
    readonly count: number
    readonly condensed: Condensed
  } | null = null
  return {
    prepare: async (at: number, standing: Standing, before: ReplayRequest | undefined): Promise<void> => {
      const step = task.steps[at]
      if (prepareTokens === undefined || step === undefined) return
      if (kept !== null && kept.standing !== standing) {
        unused.push(buildAttempt(kept.step, { ...kept.condensed, messages: null, text: preparedInVain }))
        kept = null
      }
      if (kept !== null) return
      const history = Object.freeze(buildHistoryBefore(task, standing, at))
      if (measureHistory(task, step, history) < prepareTokens) return
      const source = buildReplayConversation(task, history)
      const outcome = await condenseHeld(policy, source, findHeldPrefix(step, before, step.ts), task, false)
      if (outcome === null) return
      if (outcome.messages === null) unused.push(buildAttempt(step, outcome))
      else kept = { step, standing, count: history.length, condensed: outcome }
    },
    /** What was prepared, with what came after it; null where nothing was. */
    take: (standing: Standing, source: Conversation): Condensed | null => {
      if (kept === null || kept.standing !== standing) return null
      const { condensed, count } = kept
      kept = null
      return appendLeft(condensed, source, count)
    },
    /** What was paid for and never took the place of a history. */
    listUnused: (): readonly Attempt[] =>
      kept === null
        ? unused
        : [...unused, buildAttempt(kept.step, { ...kept.condensed, messages: null, text: preparedInVain })],
  }
}

const preparedInVain = 'Prepared, and not needed.'

/** Condenses what the agent has by then; what the request sends for the first time stands behind it as it is. */
async function condenseHeld(
  { trigger, condense }: ReplayPolicy,
  source: Conversation,
  held: HeldPrefix,
  task: ReplayTask,
  leavesPrompt: boolean,
): Promise<Condensed | NotCondensed | null> {
  const from = findPendingStart(source, leavesPrompt ? 'prompt-left' : choosePendingMode(trigger))
  if (from === source.messages.length) return condense(source, held)
  const outcome = await condense(buildReplayConversation(task, source.messages.slice(0, from)), held)
  return outcome === null || outcome.messages === null ? outcome : appendLeft(outcome, source, from)
}

/** A result with the messages of its source behind it that it was not made of. */
function appendLeft(outcome: Condensed, source: Conversation, from: number): Condensed {
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
  { prefix, cacheStyle }: ReplayStep,
  before: ReplayRequest | undefined,
  /** When it is asked for; null where nobody knows. */
  ts: number | null,
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
  more = {},
}: NonNullable<ReplayPolicy['trigger']>): NonNullable<PlayedPolicy['trigger']> {
  if (own === undefined)
    return {
      kind: 'threshold',
      windowTokens,
      tokens: Math.round((windowTokens * thresholdPercent) / 100),
      ...more,
    }
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
  return { kind: 'own', windowTokens, tokens, ...others, ...more }
}
