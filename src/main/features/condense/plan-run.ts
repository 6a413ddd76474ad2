import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { Method } from '../../kernel/method.ts'
import type { AutomaticPlan } from '../../kernel/policy/plan-automatic.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import type { Store } from '../../platform/store/store.ts'
import { resolveSettings } from '../methods/resolve-settings.ts'
import { resolvePrompt } from '../prompts/resolve-prompt.ts'
import type { CompleteRequest } from './complete-request.ts'

/** A provider of a run with complete settings. */
export type RunStep = { readonly provider: Method; readonly settings: Settings }

export type RunPlan = {
  /** What was asked for, and what follows where it does not help; at least one. */
  readonly steps: readonly [RunStep, ...RunStep[]]
  readonly prompt: PromptReference | null
  /** As the run keeps it; of the first step. */
  readonly presetId: string | null
  readonly targetTokens: number | null
  readonly minimumGainPercent: number
}

/** From a request to what is run: settings, prompt, fallbacks. Throws a `Problem` where something does not fit. */
export async function planRun(
  store: Pick<Store, 'presets' | 'prompts'>,
  request: CompleteRequest,
  policy: Policy,
): Promise<RunPlan> {
  const ownPresets = await store.presets.list()
  const first = resolveSettings(request, ownPresets)
  const prompt = await resolvePrompt(store, request, first.provider)
  const settings = { ...first.settings, ...prompt.settings }
  const fallback = (request.fallback ?? []).map((step) => resolveSettings(step, ownPresets))
  return {
    steps: [{ provider: first.provider, settings }, ...fallback],
    prompt: prompt.reference,
    presetId: first.presetId,
    targetTokens: request.targetTokens ?? null,
    minimumGainPercent: request.minimumGainPercent ?? policy.minimumGainPercent,
  }
}

/** The same as a trigger wants it: the window slides at last, or instead. */
export function planForTrigger(plan: RunPlan, automatic: Extract<AutomaticPlan, { kind: 'run' }>): RunPlan {
  const slide = resolveSettings({ providerId: slidingWindowMethod.id })
  const targetTokens = plan.targetTokens ?? automatic.targetTokens
  if (automatic.purpose === 'truncate') return { ...plan, steps: [slide], prompt: null, targetTokens }
  const [first, ...others] = plan.steps
  const isThere = plan.steps.some(({ provider }) => provider.id === slidingWindowMethod.id)
  const last = automatic.slidesAtLast && !isThere ? [slide] : []
  return { ...plan, steps: [first, ...others, ...last], targetTokens }
}

/** What an early preparation says of itself. */
export function buildPreparedWarning(code: string): Warning {
  return { code, message: 'Prepared early, for when the context reaches the threshold.' }
}
