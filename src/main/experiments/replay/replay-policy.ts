import type { Message } from '../../../shared/domain/message.ts'
import type { Provenance } from '../../../shared/domain/provenance.ts'
import type {
  PolicyReplay,
  ReplayFiring,
  ReplayRequest,
  ReplayTokens,
} from '../../../shared/domain/replay.ts'
import { stopIfCancelled, type CancelSignal } from '../../engine/cancel-signal.ts'
import { createConversation, type Conversation } from '../../engine/conversation.ts'
import { decideTrigger } from '../../engine/policy/context-trigger.ts'
import { payBackAfter } from './pay-back.ts'
import { payRequests } from './pay-requests.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/** What a policy made of the history before a request; its cost counts whether or not it is worth it. */
export type Condensed = {
  readonly messages: readonly Message[]
  readonly provenance: Provenance
  readonly costUsd: number
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
  } | null
  /** Condenses what is about to be sent; null where there was nothing to condense, which costs nothing. */
  readonly condense: (conversation: Conversation) => Promise<Condensed | null>
}

export type ReplayServices = {
  readonly signal: CancelSignal
  /** Called before each request with the number of those that are done. */
  readonly onProgress: (done: number, total: number) => void
  /** Quality of a condensation; `continuation` is what was recorded after it. */
  readonly measure?: (fired: {
    readonly source: Conversation
    readonly condensed: Condensed
    readonly continuation: readonly Message[]
  }) => Readonly<Record<string, number | null>>
}

/** The policy that never condenses. */
export const neverPolicy: ReplayPolicy = { id: 'none', trigger: null, condense: () => Promise.resolve(null) }

/** A firing before it is known what it was worth. */
type Fired = Pick<ReplayFiring, 'costUsd' | 'quality'> & {
  /** Index of the step before which it happened. */
  readonly at: number
  /** The whole history that stands from there on. */
  readonly messages: readonly Message[]
}

/**
 * Plays a recorded task again under a policy: before each request the trigger decides on the calibrated size of what
 * would be sent, and where it fires, the condensed history takes the place of the old one. Answers are those that were
 * recorded. Throws `Cancelled`.
 */
export async function replayPolicy(
  task: ReplayTask,
  policy: ReplayPolicy,
  services: ReplayServices,
): Promise<PolicyReplay> {
  const fired: Fired[] = []
  for (const [at, step] of task.steps.entries()) {
    stopIfCancelled(services.signal)
    services.onProgress(at, task.steps.length)
    const history = historyAt(task, fired, at)
    if (!wouldFire(task, step, history, policy)) continue
    const source = createConversation(history, task.counter)
    const condensed = await policy.condense(source)
    if (condensed === null) continue
    const continuation = task.full.slice(step.fullCount)
    const quality = services.measure?.({ source, condensed, continuation })
    const { messages, costUsd } = condensed
    fired.push({ at, messages, costUsd, ...(quality === undefined ? {} : { quality }) })
  }
  return toReplay(task, policy.id, fired)
}

/** What the agent really did, paid for again: what was recorded as sent, and its own condensations. */
export function replayRecorded(task: ReplayTask): PolicyReplay {
  const requests = payRequests(task, ({ recorded }) => recorded)
  const firings = task.steps.flatMap(({ ownCondensations, fullCount, request }, at): ReplayFiring[] => {
    const { count, costUsd } = ownCondensations
    if (count === 0) return []
    // Before it stood what the request before had sent, and what had come since.
    const earlier = task.steps[at - 1]
    const added = task.full.slice(earlier?.fullCount ?? 0, fullCount)
    const before = (requests[at - 1]?.contextTokens ?? 0) + tokensOf(task, added)
    return [{ request, before, after: requests[at]?.contextTokens ?? 0, costUsd, paysBackAfter: null }]
  })
  return summarise('recorded', requests, firings)
}

function tokensOf({ itemsOf }: ReplayTask, messages: readonly Message[]): number {
  return itemsOf(messages)
    .flat()
    .reduce((sum, { tokens }) => sum + tokens, 0)
}

/** The history before a request: the last condensation up to it, and what was added since; nothing in it is copied. */
function historyAt(task: ReplayTask, fired: readonly Fired[], at: number): readonly Message[] {
  const end = task.steps[at]?.fullCount ?? 0
  const last = fired.findLast((firing) => firing.at <= at)
  if (last === undefined) return task.full.slice(0, end)
  return [...last.messages, ...task.full.slice(task.steps[last.at]?.fullCount ?? 0, end)]
}

function wouldFire(
  task: ReplayTask,
  { prefix }: ReplayStep,
  history: readonly Message[],
  { trigger }: ReplayPolicy,
): boolean {
  if (trigger === null || history.length === 0) return false
  const tokens = task.itemsOf(history).map((own) => own.reduce((sum, item) => sum + item.tokens, 0))
  const lastMessageTokens = tokens.at(-1) ?? 0
  const { windowTokens, thresholdPercent, maxTokens } = trigger
  return decideTrigger({
    totalTokens: tokens.reduce((sum, own) => sum + own, prefix.tokens) - lastMessageTokens,
    lastMessageTokens,
    windowTokens,
    maxTokens,
    autoCondense: true,
    threshold: { percent: thresholdPercent, source: 'global', warning: null },
  }).wouldCondense
}

function toReplay(task: ReplayTask, id: string, fired: readonly Fired[]): PolicyReplay {
  // Run k has the first k firings and none after them: each is judged against the run without it.
  const runs = Array.from({ length: fired.length + 1 }, (_, count) =>
    payRequests(task, (_step, at) => historyAt(task, fired.slice(0, count), at)),
  )
  const firings = fired.map(({ at, costUsd, quality }, index): ReplayFiring => {
    const [without = [], withIt = []] = [runs[index], runs[index + 1]]
    return {
      request: task.steps[at]?.request ?? 0,
      before: without[at]?.contextTokens ?? 0,
      after: withIt[at]?.contextTokens ?? 0,
      costUsd,
      paysBackAfter: payBackAfter(without.slice(at), withIt.slice(at), costUsd),
      ...(quality === undefined ? {} : { quality }),
    }
  })
  return summarise(id, runs.at(-1) ?? [], firings)
}

function summarise(id: string, requests: ReplayRequest[], firings: ReplayFiring[]): PolicyReplay {
  const tokens: Record<keyof ReplayTokens, number> = { uncached: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
  for (const request of requests) {
    tokens.uncached += request.tokens.uncached
    tokens.cacheWrite += request.tokens.cacheWrite
    tokens.cacheRead += request.tokens.cacheRead
    tokens.output += request.tokens.output
  }
  const costUsd = [...requests, ...firings].reduce((sum, one) => sum + one.costUsd, 0)
  const peakContext = requests.reduce((peak, { contextTokens }) => Math.max(peak, contextTokens), 0)
  return { id, requests, firings, tokens, costUsd, peakContext, quality: meanQuality(firings) }
}

/** The mean of each metric over the firings that have it; null where none has. */
function meanQuality(firings: readonly ReplayFiring[]): PolicyReplay['quality'] {
  const ids = new Set(firings.flatMap(({ quality = {} }) => Object.keys(quality)))
  return Object.fromEntries(
    [...ids].map((id) => {
      const values = firings.flatMap(({ quality }) => quality?.[id] ?? [])
      return [id, values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  )
}
