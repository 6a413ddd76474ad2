import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import type { ModelPrices, TokenUsage } from '../../shared/domain/pricing.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
  type ModelInfo,
} from '../engine/language-model.ts'
import type { SpendingLimit, SpendingRepository } from '../store/store.ts'
import { BudgetFailure } from './budget-failure.ts'
import type { CallScope } from './model-service.ts'
import { settledCost } from './settled-cost.ts'
import { usdText } from './usd-text.ts'
import { worstCaseOf } from './worst-case.ts'

/** Makes the model anew, with something around each of its attempts. */
type Retrying = (aroundCall: (model: LanguageModel) => LanguageModel) => Promise<LanguageModel>

export type BudgetOptions = {
  readonly info: ModelInfo
  readonly profile: Pick<ModelProfile, 'id' | 'vendor' | 'model'>
  readonly scope: CallScope
  readonly spending: SpendingRepository
  /** Asked before each call, so that a budget that was changed holds at once. */
  readonly limits: () => Promise<readonly SpendingLimit[]>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly retrying: Retrying
}

/**
 * A model whose every attempt is reserved with its worst case before a byte leaves, and settled when it ends. An
 * attempt announces itself by `call` and is made only when somebody asks for what follows: between the two stands
 * the reservation.
 */
export function withBudget(options: BudgetOptions): Pick<LanguageModel, 'info' | 'complete'> {
  return { info: options.info, complete: (request) => complete(request, options) }
}

async function* complete(
  request: CompletionRequest,
  options: BudgetOptions,
): AsyncGenerator<CompletionEvent, void> {
  const { info, spending, retrying } = options
  /** The reservation of an attempt that was announced and not begun. */
  let reserved: number | null = null
  const take = (): number | null => {
    const callId = reserved
    reserved = null
    return callId
  }
  const settle: Settle = async (callId, cost) => {
    if (callId === null || cost === null) return
    try {
      await spending.settle(callId, cost.costUsd, cost.usage)
    } catch {
      // The worst case stays reserved, which keeps every limit.
    }
  }
  const markSent = (callId: number): Promise<void> => spending.markSent(callId)
  const model = await retrying((attempt) => observe(attempt, info.prices, { take, markSent, settle }))
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'call') reserved = await reserve(request, options)
      yield event
    }
  } finally {
    await settle(take(), unsent)
  }
}

type Cost = NonNullable<ReturnType<typeof settledCost>>
type Settle = (callId: number | null, cost: Cost | null) => Promise<void>
const unsent: Cost = { costUsd: 0, usage: { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 } }

type Booking = {
  /** The reservation of the attempt; null where there is none. */
  readonly take: () => number | null
  readonly markSent: (callId: number) => Promise<void>
  readonly settle: Settle
}

/**
 * Watches one attempt and settles it however it ends: whole, failed, or given up by whoever listened. What never left
 * costs nothing, and where it cannot be noted that it leaves, it does not.
 */
function observe(model: LanguageModel, prices: ModelPrices, booking: Booking): LanguageModel {
  const { take, markSent, settle } = booking
  const complete = async function* (request: CompletionRequest): AsyncGenerator<CompletionEvent, void> {
    const callId = take()
    const departure = createDeparture(callId === null ? null : () => markSent(callId))
    let usage: TokenUsage | null = null
    let answerCharacters = 0
    let isWhole = false
    let failure: ModelFailure | null = null
    try {
      for await (const event of model.complete({ ...request, beforeSend: departure.note })) {
        // Of a model that says nothing of its connection.
        if (!departure.isNoted()) await departure.note()
        if (event.kind === 'usage') usage = event.usage
        if (event.kind === 'text') answerCharacters += event.text.length
        if (event.kind === 'stopped') isWhole = true
        yield event
      }
    } catch (error) {
      if (error instanceof ModelFailure) failure = error
      throw departure.fault() ?? error
    } finally {
      const seen = { usage, answerCharacters, isWhole, failure }
      await settle(callId, departure.isNoted() ? settledCost(seen, prices) : unsent)
    }
  }
  return { ...model, complete }
}

/** That an attempt leaves, noted as late as can be: between the note and the first byte nothing else is waited for. */
function createDeparture(markSent: (() => Promise<void>) | null) {
  let isNoted = false
  let fault: unknown = null
  return {
    note: async (): Promise<void> => {
      try {
        await markSent?.()
        isNoted = true
      } catch (error) {
        fault = error
        throw error
      }
    },
    isNoted: () => isNoted,
    /** Why it could not be noted; the vendors' SDKs would take it for a broken connection. */
    fault: () => fault,
  }
}

async function reserve(
  request: CompletionRequest,
  { info, profile, scope, spending, limits, now }: BudgetOptions,
): Promise<number> {
  const { costUsd: worstCaseUsd, missing } = worstCaseOf(request, {
    vendor: profile.vendor,
    prices: info.prices,
  })
  const kept = await limits()
  if (kept.length > 0 && missing.length > 0)
    throw new ModelFailure('budget', unpriced(profile.model, missing))
  const { runId, experimentId, taskId } = scope
  const call = {
    ts: now(),
    profileId: profile.id,
    model: profile.model,
    runId,
    experimentId,
    taskId,
    worstCaseUsd,
  }
  const reserved = await spending.reserve(call, kept)
  if (reserved.ok) return reserved.callId
  throw new BudgetFailure(reserved.limit.name, refusal(reserved.limit, reserved.takenUsd, worstCaseUsd))
}

function unpriced(model: string, missing: readonly string[]): string {
  return `The price of ${model} for ${missing.join(' and ')} is unknown, so the limit cannot be kept: set its prices (0 for a local model).`
}

function refusal({ name, limitUsd }: SpendingLimit, takenUsd: number, worstCaseUsd: number): string {
  return `The next call could cost up to ${usdText(worstCaseUsd)}; ${usdText(takenUsd)} of the ${usdText(limitUsd)} for ${whose(name)} are spent or reserved.`
}

function whose(name: string): string {
  switch (name) {
    case 'run':
      return 'this run'
    case 'task':
      return 'this task'
    case 'experiment':
      return 'this experiment'
    default:
      return 'today'
  }
}
