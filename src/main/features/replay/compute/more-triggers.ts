import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { CacheRules } from '../../../../shared/replay/types.ts'
import { findPendingStart } from '../../../kernel/policy/split-pending.ts'
import { startsTask } from '../../../kernel/policy/starts-task.ts'
import { buildReplayConversation } from './build-replay-conversation.ts'
import { hourMs } from './cost/cache-vendors.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/** When a policy condenses whatever the share of the window, and from which size on, tokens. */
export type MoreTriggers = {
  /** While nobody writes: so long after the last answer; null for nine tenths of what the cache is promised to live. */
  readonly idle?: { readonly minutes: number | null; readonly leastTokens: number }
  /** Before the first request of a new task. */
  readonly taskStart?: { readonly leastTokens: number }
  /** From this size on the result is prepared, which takes the place of the history once the threshold is reached. */
  readonly prepareTokens?: number
}

/** Why a policy condenses now; `ts` is when, milliseconds, null where nobody knows. */
export type Occasion = { readonly by: 'idle' | 'task-start'; readonly ts: number | null }

/** Share of the life of a cache after which an idle session is condensed, while it can still be read. */
const idleShare = 0.9
const usualLifeMs = 5 * 60_000

/**
 * Whether a policy condenses before a request for another reason than its size: while the user was away before it, or
 * since it begins a new task. The prompt itself is not there yet. Null where it does not.
 */
export function findOccasion(
  task: ReplayTask,
  at: number,
  history: readonly Message[],
  { idle, taskStart }: MoreTriggers,
): Occasion | null {
  const step = task.steps[at]
  if ((idle === undefined && taskStart === undefined) || step === undefined) return null
  const conversation = buildReplayConversation(task, history)
  const from = findPendingStart(conversation, 'prompt-left')
  // A tool that takes long is no pause of the user.
  if (from === history.length) return null
  const own = history.slice(0, from)
  if (idle !== undefined) {
    const ts = findIdleMoment(task, at, own, idle.minutes)
    if (ts !== null && measureHistory(task, step, own) >= idle.leastTokens) return { by: 'idle', ts }
  }
  if (taskStart === undefined || !startsTask(conversation, from)) return null
  return measureHistory(task, step, own) >= taskStart.leastTokens ? { by: 'task-start', ts: step.ts } : null
}

/** When an idle session is condensed that was left after the last request; null where nobody knows, and for one too small. */
export function findLastOccasion(
  task: ReplayTask,
  history: readonly Message[],
  { idle }: MoreTriggers,
): Occasion | null {
  const last = task.steps.at(-1)
  if (idle === undefined || last === undefined || measureHistory(task, last, history) < idle.leastTokens)
    return null
  const waitMs = computeWaitMs(last.cacheStyle, idle.minutes)
  const since = findAnswerTime(last, history)
  return waitMs === null || since === null ? null : { by: 'idle', ts: since + waitMs }
}

/** When in the pause before a request an idle session is condensed; null where the pause is shorter, or not known. */
function findIdleMoment(
  { steps }: ReplayTask,
  at: number,
  history: readonly Message[],
  minutes: number | null,
): number | null {
  const [before, step] = [steps[at - 1], steps[at]]
  // Of requests in between, which are not played, nobody knows what they sent.
  if (before === undefined || step === undefined || step.request !== before.request + 1) return null
  const waitMs = computeWaitMs(before.cacheStyle, minutes)
  const since = findAnswerTime(before, history)
  if (waitMs === null || since === null || step.ts === null) return null
  return step.ts - since >= waitMs ? since + waitMs : null
}

/** When the last answer was there: its message says so, or its request does. */
function findAnswerTime({ ts }: ReplayStep, history: readonly Message[]): number | null {
  const written = history.at(-1)?.ts
  return ts === null ? null : Math.max(ts, typeof written === 'number' ? written : ts)
}

function computeWaitMs(style: CacheRules, minutes: number | null): number | null {
  if (minutes !== null) return minutes * 60_000
  if (style.kind === 'none') return null
  const isLong = (style.hourShare ?? 0) >= 0.5
  return idleShare * (isLong ? hourMs : (style.leastLifeMs ?? usualLifeMs))
}

/** What a request would pay for a history, tokens. */
export function measureHistory(
  { buildItems }: ReplayTask,
  { prefix }: ReplayStep,
  history: readonly Message[],
): number {
  return prefix.tokens + sum(buildItems(history).map((items) => sum(items.map(({ tokens }) => tokens))))
}
