import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { ConnectionTest, KeyState } from '../../../shared/models/profiles-contract.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'

/** On whose account calls go. Money in US dollars. */
export type CallScope = {
  readonly runId: string | null
  readonly experimentId: string | null
  /** The task that is condensed; null where calls are about something else. */
  readonly taskId: string | null
  /** Limits beside those of the policy; null means none. */
  readonly maxRunUsd: number | null
  readonly maxExperimentUsd: number | null
  /** Asks again even where an answer is kept. */
  readonly ignoreCache: boolean
  /** Which of several answers to the same requests is wanted: repeats of a cell each have their own. 1 where left out. */
  readonly sample?: number
  /** Kept answers from before this are asked for anew; milliseconds since 1970. */
  readonly answersSince?: number | undefined
}

/** What is known of a profile beside itself; never the key. */
export type ProfileState = {
  readonly key: KeyState
  readonly prices: ModelPrices
  readonly knownAs: string | null
  /** A sentence that says why no call can be made, and what to do; empty where one can. */
  readonly obstacle: string
  /** Sentences about what should be known and stops nothing. */
  readonly warnings: readonly string[]
}

/** From profiles to models that can be asked: keys, retries, cache and budgets are on the way. */
export type ModelService = {
  readonly describe: (profile: ModelProfile) => Promise<ProfileState>
  /** Throws a `FileFailure` where the profile would record answers into a source. */
  readonly checkRecording: (profile: ModelProfile) => Promise<void>
  /** The model of a profile, every call of which is within its budgets; or why there is none. */
  readonly open: (
    profileId: string,
    scope: CallScope,
  ) => Promise<
    { readonly ok: true; readonly model: LanguageModel } | { readonly ok: false; readonly obstacle: string }
  >
  /** One small request, past the cache. Throws `Cancelled` as soon as the signal fires. */
  readonly test: (profile: ModelProfile, signal?: CancelSignal) => Promise<ConnectionTest>
}
