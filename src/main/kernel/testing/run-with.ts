import { runMethod, type Outcome, type RunOptions, type RunServices } from '../../methods/run-method.ts'
import type { LanguageModel } from '../language-model.ts'
import type { Method, ResolvedMethod } from '../method.ts'
import { bindTo } from './bind-to.ts'
import { createTestServices } from './create-test-services.ts'

type Needed = Pick<RunOptions, 'conversation'> &
  ({ readonly method: ResolvedMethod } | { readonly provider: Method; readonly settings: unknown })
type More = Partial<Omit<RunOptions, 'services'>> & { readonly services?: Partial<RunServices> }

/** Runs a provider as the manager does, any of its options replaced. */
export function runWith(needed: Needed, model: LanguageModel, more: More = {}): Promise<Outcome> {
  return runMethod({
    targetTokens: null,
    pins: [],
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
    conversation: needed.conversation,
    method: 'method' in needed ? needed.method : bindTo(needed.provider, needed.settings),
    ...more,
    services: createTestServices(model, more.services),
  })
}
