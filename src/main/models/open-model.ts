import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import type { SourceGuard } from '../files/source-guard.ts'
import type { LanguageModel, ModelInfo } from '../engine/language-model.ts'
import type { Store } from '../store/store.ts'
import type { Environment } from './find-key.ts'
import type { KeyVault } from './key-vault.ts'
import type { ModelOptions } from '../llm/create-model.ts'
import type { ModelFactory } from './model-factory.ts'
import type { CallScope, ProfileState } from './model-service.ts'
import { spendingLimits } from './spending-limits.ts'
import { readPolicy } from './stored-policy.ts'
import { pause as wait } from '../llm/wire/pause.ts'
import type { AskOnceDependencies } from './ask-once.ts'
import type { CallsInFlight } from './calls-in-flight.ts'
import { withBudget } from './with-budget.ts'
import { withCache } from './with-cache.ts'

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
  /** Recordings that are named without a folder lie here; absolute path. */
  readonly recordingsFolder: string
  /** Asked before anything is recorded. */
  readonly guard: Pick<SourceGuard, 'check'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The adapters of the vendors; tests bring their own. */
  readonly createModel?: ModelFactory
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
  const asked = prepared.profile
  const { ignoreCache, sample, answersSince } = scope
  const { answers } = dependencies.store
  return withCache(model, { ...askingOnce(dependencies), answers, asked, ignoreCache, sample, answersSince })
}

/** What it takes to ask the same thing once, however many ask it. */
export function askingOnce({ store, calls, now, pause = wait }: OpenDependencies): AskOnceDependencies {
  return { calls, claims: store.claims, now, pause }
}

/** The same past the cache. */
export async function openBudgeted(
  { store, now, createModel = adapters }: OpenDependencies,
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
    limits: async () => spendingLimits(scope, await readPolicy(store), now()),
    now,
    retrying: async (aroundCall) => createModel({ ...options, aroundCall }),
  })
  const { countTokens } = await createModel(options)
  return countTokens === undefined ? budgeted : { ...budgeted, countTokens }
}

const adapters: ModelFactory = async (options) => {
  const { createModel } = await import('../llm/create-model.ts')
  return createModel(options)
}
