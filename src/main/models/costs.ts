import type { ModelPrices, TokenUsage } from '../../shared/domain/pricing.ts'
import type { ModelFailure, ModelFailureCode, CompletionRequest } from '../engine/language-model.ts'
import { costOf } from '../engine/pricing/cost.ts'
import type { ModelVendor, ModelProfile } from '../../shared/domain/model-profile.ts'
import { worstCase, type WorstCase } from '../engine/pricing/worst-case.ts'
import type { Policy } from '../../shared/domain/policy.ts'
import type { SpendingLimit } from '../store/store.ts'
import type { CallScope } from './model-service.ts'

/** What was seen of a call by the time it ended. */
export type EndedCall = {
  /** The last report; null where there was none. */
  readonly usage: TokenUsage | null
  readonly answerCharacters: number
  /** It said that it was done. */
  readonly isWhole: boolean
  /** Null where it ended without one: whole, or given up by us. */
  readonly failure: ModelFailure | null
}

/** The server looked at the request and refused it: vendors bill nothing for that. */
const unbilledCodes: ReadonlySet<ModelFailureCode> = new Set([
  'authentication',
  'bad-request',
  'budget',
  'input-too-long',
  'overloaded',
  'rate-limit',
])
/** Fewer characters make a token in code and in other scripts than in English; 3 errs on the side of more tokens. */
const charactersPerToken = 3

const nothing: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/**
 * What a call that has ended did cost, or null where nobody can say: then its worst case stays reserved.
 *
 * - A whole answer costs what its usage says.
 * - A call that broke off or was given up costs the usage known so far, its output at least what was received:
 *   vendors report output only at the end, and bill what was written.
 * - A refused call (4xx, 429, 5xx before any answer) costs nothing, and neither does one that reached no server.
 * - Silence, a broken connection or a cancel before any report costs an unknown amount: the server may have begun.
 */
export function settledCost(
  { usage, answerCharacters, isWhole, failure }: EndedCall,
  prices: ModelPrices,
): { readonly costUsd: number; readonly usage: TokenUsage } | null {
  if (usage !== null) {
    const received = Math.ceil(answerCharacters / charactersPerToken)
    const billed = isWhole ? usage : { ...usage, output: Math.max(usage.output, received) }
    return { costUsd: costOf(billed, prices).costUsd, usage: billed }
  }
  const wasRefused =
    failure !== null && answerCharacters === 0 && (failure.isUnsent || unbilledCodes.has(failure.code))
  return wasRefused ? { costUsd: 0, usage: nothing } : null
}

/** Anthropic's tokenizer gave up to 1.3 times our count on real tasks; the others use one like ours. */
const inputMargins: Readonly<Record<ModelVendor, number>> = {
  anthropic: 1.35,
  openai: 1.05,
  'openai-compatible': 1.05,
  recorded: 1,
}
/** What a request holds besides its texts: roles and separators, which matter in small requests only. */
const framingTokens = 64

/** The most that a request can cost: all input at its dearest, and as much output as is allowed. US dollars. */
export function worstCaseOf(
  { inputTokens, maxTokens, compaction }: Pick<CompletionRequest, 'inputTokens' | 'maxTokens' | 'compaction'>,
  { vendor, prices }: { readonly vendor: ModelVendor; readonly prices: ModelPrices },
): WorstCase {
  const tokens = Math.ceil(inputTokens * inputMargins[vendor]) + framingTokens
  // A compaction that does not pause is followed by an answer, which reads the summary.
  const goesOn = compaction?.kind === 'anthropic-compact' && !compaction.pauses
  return goesOn ? worstCase(tokens + maxTokens, 2 * maxTokens, prices) : worstCase(tokens, maxTokens, prices)
}

/** The limits that a call of a scope must keep, the narrowest first. `now` in milliseconds since 1970. */
export function spendingLimits(scope: CallScope, policy: Policy, now: number): readonly SpendingLimit[] {
  const { runId, experimentId, taskId, maxExperimentUsd } = scope
  const limits: SpendingLimit[] = []
  const runUsd = lower(scope.maxRunUsd, policy.budgetPerRunUsd)
  if (runId !== null && runUsd !== null) limits.push({ name: 'run', limitUsd: runUsd, runId })
  if (taskId !== null && policy.budgetPerTaskUsd !== null)
    limits.push({ name: 'task', limitUsd: policy.budgetPerTaskUsd, taskId })
  if (experimentId !== null && maxExperimentUsd !== null)
    limits.push({ name: 'experiment', limitUsd: maxExperimentUsd, experimentId })
  if (policy.budgetPerDayUsd !== null)
    limits.push({ name: 'day', limitUsd: policy.budgetPerDayUsd, sinceTs: startOfDay(now) })
  return limits
}

/** The last midnight of the clock on the wall, in milliseconds since 1970. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

export type ProfilePrices = {
  readonly prices: ModelPrices
  /** Name of the model in the price library; null where it does not know it. */
  readonly knownAs: string | null
}

/** A profile's own prices over those of the price library. */
export async function findProfilePrices({ model, prices }: ModelProfile): Promise<ProfilePrices> {
  // The price data is large, and most commands need none of it.
  const { findPrices } = await import('../engine/pricing/find-prices.ts')
  const known = findPrices(model)
  return { prices: mergePrices(known?.prices ?? {}, prices), knownAs: known?.modelId ?? null }
}

/** A price of one's own holds at every size of the input, so the library's tiers no longer say anything about it. */
function mergePrices(library: ModelPrices, own: ModelPrices): ModelPrices {
  if (own.tiers !== undefined || library.tiers === undefined) return { ...library, ...own }
  const tiers = library.tiers.map(({ aboveInputTokens, prices }) => ({
    aboveInputTokens,
    prices: Object.fromEntries(Object.entries(prices).filter(([kind]) => !Object.hasOwn(own, kind))),
  }))
  return { ...library, ...own, tiers: tiers.filter(({ prices }) => Object.keys(prices).length > 0) }
}
