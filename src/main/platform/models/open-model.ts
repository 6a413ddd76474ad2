import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import {
  type LanguageModel,
  type ModelInfo,
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
} from '../../kernel/language-model.ts'
import type { SourceGuard } from '../files/source-guard.ts'
import type { ModelOptions } from '../llm/create-model.ts'
import { pause as wait } from '../llm/wire/pause.ts'
import type { LimitReached, Store, SpendingLimit, SpendingRepository } from '../store/store.ts'
import type { AskOnceDependencies } from './ask-once.ts'
import { BudgetFailure } from './budget-failure.ts'
import type { CallsInFlight } from './calls-in-flight.ts'
import type { Environment } from './find-key.ts'
import type { KeyVault } from './keys.ts'
import type { CallScope, ProfileState } from './model-service.ts'
import { computeSettledCost } from './settled-cost.ts'
import { listSpendingLimits } from './spending-limits.ts'
import { readPolicy } from './stored-choices.ts'
import { withCache } from './with-cache.ts'
import { computeWorstCallCost } from './worst-case-of.ts'

/** Makes the model anew, with something around each of its attempts. */
type Retrying = (aroundCall: (model: LanguageModel) => LanguageModel) => Promise<LanguageModel>

type BudgetOptions = {
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

type Cost = NonNullable<ReturnType<typeof computeSettledCost>>

type Settle = (callId: number | null, cost: Cost | null) => Promise<void>

const unsent: Cost = { costUsd: 0, usage: { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 } }

type Booking = {
  /** The reservation of the attempt; null where there is none. */
  readonly take: () => number | null
  readonly markSent: (callId: number) => Promise<void>
  readonly settle: Settle
}

/** Makes what asks one model. */
export type ModelFactory = (options: ModelOptions) => LanguageModel | Promise<LanguageModel>

/** What a profile comes to once it was looked at. Holds the key: it goes to adapters and nowhere else. */
export type PreparedProfile = {
  readonly profile: ModelProfile
  readonly info: ModelInfo
  readonly key: string | null
  readonly state: ProfileState
}

export type OpenDependencies = {
  readonly store: Pick<Store, 'profiles' | 'answers' | 'spending' | 'preferences' | 'claims' | 'keyPermits'>
  readonly vault: KeyVault
  readonly environment: Environment
  /** Recordings that are named without a folder lie here, in the data folder; absolute path. */
  readonly recordingsFolder: string
  /** Asked before anything is recorded. */
  readonly guard: Pick<SourceGuard, 'check'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The adapters of the vendors; tests bring their own. */
  readonly createModel?: ModelFactory | undefined
  /** Waits some milliseconds; tests bring their own. */
  readonly pause?: AskOnceDependencies['pause']
  readonly calls: CallsInFlight
  readonly prepare: (profile: ModelProfile) => Promise<PreparedProfile>
}

/** The model of a profile that has no obstacle: kept answers first, then calls within the budgets. */
export async function openModel(
  dependencies: OpenDependencies,
  prepared: PreparedProfile,
  scope: CallScope,
): Promise<LanguageModel> {
  const model = await openBudgeted(dependencies, prepared, scope)
  const { ignoreCache, sample, answersSince } = scope
  const { answers } = dependencies.store
  return withCache(model, {
    ...pickAskOnceDependencies(dependencies),
    answers,
    asked: prepared.profile,
    ignoreCache,
    sample,
    answersSince,
  })
}

/** What it takes to ask the same thing once, however many ask it. */
export function pickAskOnceDependencies({
  store,
  calls,
  now,
  pause = wait,
}: OpenDependencies): AskOnceDependencies {
  return { calls, claims: store.claims, now, pause }
}

/** The same past the cache. */
export async function openBudgeted(
  { store, now, createModel = createModelLazily }: OpenDependencies,
  { profile, info, key }: PreparedProfile,
  scope: CallScope,
): Promise<LanguageModel> {
  const { vendor, api, model, baseUrl, timeoutMs } = profile
  if (vendor === 'recorded') throw new Error('A recording makes no calls of its own.')
  const options: ModelOptions = { vendor, api, info, model, baseUrl, key, timeoutMs }
  const budgeted = withBudget({
    info,
    profile,
    scope,
    spending: store.spending,
    limits: async () => listSpendingLimits(scope, await readPolicy(store), now()),
    now,
    retrying: async (aroundCall) => createModel({ ...options, aroundCall }),
  })
  const { countTokens, countEdited } = await createModel(options)
  return {
    ...budgeted,
    ...(countTokens === undefined ? {} : { countTokens }),
    ...(countEdited === undefined ? {} : { countEdited }),
  }
}

const createModelLazily: ModelFactory = async (options) => {
  const { createModel } = await import('../llm/create-model.ts')
  return createModel(options)
}

/**
 * A model whose every attempt is reserved with its worst case before a byte leaves, and settled when it ends. An
 * attempt announces itself by `call` and is made only when somebody asks for what follows: between the two stands
 * the reservation.
 */
function withBudget(options: BudgetOptions): Pick<LanguageModel, 'info' | 'complete'> {
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
  let lateRefusal: BudgetFailure | null = null
  const markSent = async (callId: number): Promise<void> => {
    const reached = await spending.markSent(callId)
    if (reached === null) return
    lateRefusal = buildBudgetFailure(reached, computeCallWorstCase(request, options).costUsd)
    throw lateRefusal
  }
  const model = await retrying((attempt) => observe(attempt, info.prices, { take, markSent, settle }))
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'call') reserved = await reserve(request, options)
      yield event
    }
  } catch (error) {
    // Adapters write failures anew, without keys.
    throw lateRefusal ?? error
  } finally {
    await settle(take(), unsent)
  }
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
      await settle(callId, departure.isNoted() ? computeSettledCost(seen, prices) : unsent)
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

async function reserve(request: CompletionRequest, options: BudgetOptions): Promise<number> {
  const { profile, scope, spending, limits, now } = options
  const { costUsd: worstCaseUsd, missing } = computeCallWorstCase(request, options)
  const kept = await limits()
  if (kept.length > 0 && missing.length > 0)
    throw new ModelFailure('budget', explainMissingPrice(profile.model, missing))
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
  throw buildBudgetFailure(reserved, worstCaseUsd)
}

function computeCallWorstCase(request: CompletionRequest, { info, profile }: BudgetOptions) {
  return computeWorstCallCost(request, { vendor: profile.vendor, prices: info.prices })
}

function buildBudgetFailure({ limit, takenUsd }: LimitReached, worstCaseUsd: number): BudgetFailure {
  return new BudgetFailure(limit.name, explainBudgetRefusal(limit, takenUsd, worstCaseUsd))
}

function explainMissingPrice(model: string, missing: readonly string[]): string {
  return `The price of ${model} for ${missing.join(' and ')} is unknown, so the limit cannot be kept: set its prices (0 for a local model).`
}

function explainBudgetRefusal(
  { name, limitUsd }: SpendingLimit,
  takenUsd: number,
  worstCaseUsd: number,
): string {
  return `The next call could cost up to ${formatUsd(worstCaseUsd)}. ${formatUsd(takenUsd)} of the ${formatUsd(limitUsd)} for ${describeScope(name)} are spent or reserved.`
}

function describeScope(name: string): string {
  switch (name) {
    case 'run':
      return 'this run'
    case 'task':
      return 'this task'
    case 'experiment':
      return 'this experiment'
    case 'machine':
      return 'today on this machine'
    default:
      return 'today'
  }
}
