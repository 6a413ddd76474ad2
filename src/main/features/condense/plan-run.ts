import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { ResolvedMethod } from '../../kernel/method.ts'
import type { AutomaticPlan } from '../../kernel/policy/plan-automatic.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import type { RunField } from '../../methods/reference-names/names.ts'
import { readRoles } from '../../platform/models/stored-choices.ts'
import type { Store } from '../../platform/store/store.ts'
import { buildSettingsNotes } from '../methods/build-settings-notes.ts'
import { overrideSettings, resolveMethod, type MethodResolution } from '../methods/resolve-method.ts'
import { resolvePrompt } from '../prompts/resolve-prompt.ts'

export type RunPlan = {
  /** What was asked for, and what follows where it does not help; at least one. */
  readonly steps: readonly [ResolvedMethod, ...ResolvedMethod[]]
  readonly prompt: PromptReference | null
  /** As the run keeps it; of the first step. */
  readonly presetId: string | null
  readonly targetTokens: number | null
  readonly minimumGainPercent: number
}

/**
 * From a request to what is run, with what settings of the reference documents say of the run taken into the request.
 * Notes say what was taken for what. Throws a `Problem` where something does not fit.
 */
export async function planRequest(
  store: Pick<Store, 'presets' | 'prompts' | 'preferences'>,
  asked: RunRequest,
  policy: Policy,
): Promise<{ readonly request: RunRequest; readonly plan: RunPlan; readonly notes: readonly Warning[] }> {
  const ownPresets = await store.presets.list()
  const { defaultProvider } = policy
  const found = resolveMethod(asked, { ownPresets, defaultProvider })
  const fallback = (asked.fallback ?? []).map((step) => resolveMethod(step, { ownPresets }))
  const { request, used } = await takeRunFields(store, asked, found.run)
  return {
    request,
    plan: await planRun(store, { found, fallback, request, policy }),
    notes: [
      ...found.notes,
      ...buildSettingsNotes(found.names, used),
      ...fallback.flatMap(({ names }) => buildSettingsNotes(names)),
    ],
  }
}

/** What is run of methods that are found: prompt and fallbacks. Throws a `Problem` where the prompt does not fit. */
export async function planRun(
  store: Pick<Store, 'prompts'>,
  {
    found: { method, presetId },
    fallback,
    request,
    policy,
  }: {
    readonly found: MethodResolution
    readonly fallback: readonly MethodResolution[]
    readonly request: Pick<RunRequest, 'prompt' | 'targetTokens' | 'minimumGainPercent'>
    readonly policy: Policy
  },
): Promise<RunPlan> {
  const { settings, reference } = await resolvePrompt(store, request, method.method)
  const first = reference === null ? method : overrideSettings(method, settings)
  return {
    steps: [first, ...fallback.map((step) => step.method)],
    prompt: reference,
    presetId,
    targetTokens: request.targetTokens ?? null,
    minimumGainPercent: request.minimumGainPercent ?? policy.minimumGainPercent,
  }
}

/** What settings of the documents say of the run and the request itself does not; a trigger alone has thresholds. */
async function takeRunFields(
  store: Pick<Store, 'preferences'>,
  asked: RunRequest,
  run: MethodResolution['run'],
): Promise<{ readonly request: RunRequest; readonly used: ReadonlySet<RunField> }> {
  const used = new Set<RunField>()
  const take = <T>(field: RunField, given: T | undefined, value: T | undefined): T | undefined => {
    if (given === undefined && value !== undefined) used.add(field)
    return given ?? value
  }
  const request = {
    ...asked,
    profileId: take('profileId', asked.profileId, run.profileId),
    targetTokens: take('targetTokens', asked.targetTokens, run.targetTokens),
  }
  const { trigger } = asked
  if (trigger === undefined) return { request, used }
  const { main } = await readRoles(store)
  const ofProfile = main === null ? undefined : run.profileThresholds?.[main]
  const own = {
    threshold: take('threshold', trigger.threshold, run.threshold),
    profileThreshold: take('profileThresholds', trigger.profileThreshold, ofProfile),
    autoCondense: take('autoCondense', trigger.autoCondense, run.autoCondense),
  }
  return { request: { ...request, trigger: { ...trigger, ...own } }, used }
}

/** The same as a trigger wants it: the window slides at last, or instead. */
export function planForTrigger(plan: RunPlan, automatic: Extract<AutomaticPlan, { kind: 'run' }>): RunPlan {
  const { method: slide } = resolveMethod({ providerId: slidingWindowMethod.id })
  const targetTokens = plan.targetTokens ?? automatic.targetTokens
  if (automatic.purpose === 'truncate') {
    // Another method runs than the one that was asked for.
    const presetId = plan.steps[0].method === slide.method ? plan.presetId : null
    return { ...plan, steps: [slide], prompt: null, presetId, targetTokens }
  }
  const [first, ...others] = plan.steps
  const isThere = plan.steps.some(({ method }) => method === slide.method)
  const last = automatic.slidesAtLast && !isThere ? [slide] : []
  return { ...plan, steps: [first, ...others, ...last], targetTokens }
}

/** What an early preparation says of itself. */
export function buildPreparedWarning(code: string): Warning {
  return { code, message: 'Prepared early, for when the context reaches the threshold.' }
}
