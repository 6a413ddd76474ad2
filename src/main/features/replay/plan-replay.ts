import { type Policy, usualTrigger } from '../../../shared/installation/policy-types.ts'
import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { TaskPin } from '../../../shared/library/pin-types.ts'
import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import {
  isPlainPolicy,
  usualIdleTokens,
  usualTaskTokens,
  type ReplayPolicyEntry,
} from '../../../shared/replay/replay-policy-types.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { OwnTriggerChoice } from '../../kernel/method.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import type { ModelFinder } from '../../platform/workers/questions.ts'
import type { CoreServices } from '../common/core-services.ts'
import { requireProfile } from '../common/require-stored.ts'
import { chooseModel } from '../condense/choose-model.ts'
import { openNamedProfiles } from '../condense/open-named-profiles.ts'
import { planRun, type RunPlan } from '../condense/plan-run.ts'
import { overrideSettings, resolveWrittenMethod } from '../methods/resolve-method.ts'
import type { MoreTriggers } from './compute/more-triggers.ts'
import { replayModelId } from './jobs/replay-model-id.ts'
import type { ReplayJobPolicy } from './jobs/replay-task.ts'

type PlanServices = Pick<CoreServices, 'store' | 'models' | 'newId'>

export type ReplayPlan = {
  readonly policies: readonly ReplayJobPolicy[]
  readonly find: ModelFinder
  /** Policies whose model cannot be asked, by id, with the reason. */
  readonly obstacles: ReadonlyMap<string, string>
}

export type ReplayLimits = {
  /** The task that is condensed, for what all of its condensations may cost; null where nothing is played. */
  readonly taskId: string | null
  /** For policies that name no window. */
  readonly windowTokens?: number | undefined
  /** What the models of each policy may cost. */
  readonly maxCostUsd?: number | undefined
  /** For policies that name none; the policy of runs where it is left out. */
  readonly minimumGainPercent?: number
  /** What is pinned in the task, for policies that respect it. */
  readonly pins: readonly TaskPin[]
}

/** Readies policies for the job that plays them. Throws a `Problem`. */
export async function planReplay(
  services: PlanServices,
  entries: readonly ReplayPolicyEntry[],
  limits: ReplayLimits,
): Promise<ReplayPlan> {
  const stored = await readPolicy(services.store)
  const policy = { ...stored, minimumGainPercent: limits.minimumGainPercent ?? stored.minimumGainPercent }
  const ownPresets = await services.store.presets.list()
  const replayId = services.newId()
  const found = new Map<string, LanguageModel>()
  const policies: ReplayJobPolicy[] = []
  const obstacles = new Map<string, string>()
  for (const entry of entries) {
    const { id } = entry
    if (isPlainPolicy(id)) {
      policies.push({ id })
      continue
    }
    const { plan: planned, ...read } = await planEntry(services.store, entry, { ownPresets, policy })
    const { profileId = extractiveProfileId, notes } = read
    const windowTokens = entry.window ?? limits.windowTokens ?? usualTrigger.windowTokens
    const own = planOwnTrigger(planned, entry, windowTokens)
    const plan = own === null ? planned : own.plan
    const { models, obstacle, ...opened } = await openModels(services, profileId, plan, {
      runId: `${replayId} ${id}`,
      taskId: limits.taskId,
      maxCostUsd: limits.maxCostUsd ?? null,
    })
    if (obstacle !== undefined) obstacles.set(id, obstacle)
    for (const [profileId, model] of models) found.set(replayModelId(id, profileId), model)
    policies.push({
      id,
      trigger: {
        windowTokens,
        thresholdPercent: entry.threshold ?? usualTrigger.thresholdPercent,
        maxTokens: entry.maxTokens ?? null,
        counter: entry.counter ?? 'full',
        ...(own?.trigger == null ? {} : { own: own.trigger }),
        ...planMoreTriggers(entry, windowTokens, own?.trigger ?? null),
      },
      run: {
        steps: plan.steps.map(({ method, settings }) => ({ providerId: method.id, settings })),
        targetTokens: plan.targetTokens,
        alerts: { minimumGainPercent: plan.minimumGainPercent, alertCostUsd: policy.alertCostUsd },
        pins: entry.pins === false ? [] : limits.pins,
        ...opened,
        modelWarnings: [...notes, ...opened.modelWarnings],
      },
      isBuiltIn: read.profileId === undefined,
      ...(reusesPrefix(entry, plan) ? { reusesPrefix: true } : {}),
      ...(entry.cacheSeconds === undefined ? {} : { timeToLiveMs: 1000 * entry.cacheSeconds }),
    })
  }
  return { policies, obstacles, find: (name) => found.get(name ?? '') ?? null }
}

/** The plan with the window that it is played with, and the trigger that counts instead of a threshold; null where the provider follows no agent. */
function planOwnTrigger(
  plan: RunPlan,
  entry: ReplayPolicyEntry,
  window: number,
): { readonly plan: RunPlan; readonly trigger: OwnTriggerChoice | null } | null {
  const [first, ...others] = plan.steps
  if (first.ownTrigger === null) return null
  const named = entry.settings ?? {}
  const limits = { window, maxOutput: entry.maxTokens, inputLimit: entry.inputLimit }
  const taken = Object.entries(limits).flatMap(([key, value]): [string, number][] =>
    // A vendor's own trigger knows no window.
    value === undefined || key in named || !(key in first.settings) ? [] : [[key, value]],
  )
  const played = overrideSettings(first, Object.fromEntries(taken))
  const isOwn = entry.trigger !== 'threshold' && entry.threshold === undefined
  const trigger = isOwn ? played.ownTrigger : null
  // Agents have their own minimum gains.
  const gain = trigger !== null && entry.minimumGain === undefined ? { minimumGainPercent: 0 } : {}
  return { plan: { ...plan, ...gain, steps: [played, ...others] }, trigger }
}

/** What a policy goes by besides the size. */
function planMoreTriggers(
  { idle: named, taskStart, prepare }: ReplayPolicyEntry,
  windowTokens: number,
  own: OwnTriggerChoice | null,
): { readonly more?: MoreTriggers } {
  const { idleMinutes: minutes = 0, idleTokens: tokens = 0 } = own?.trigger ?? {}
  const idle = named ?? (minutes === 0 ? undefined : { minutes, tokens })
  if (idle === undefined && taskStart === undefined && prepare === undefined) return {}
  return {
    more: {
      ...(idle && { idle: { minutes: idle.minutes ?? null, leastTokens: idle.tokens ?? usualIdleTokens } }),
      ...(taskStart && { taskStart: { leastTokens: taskStart.tokens ?? usualTaskTokens } }),
      ...(prepare && { prepareTokens: Math.round((windowTokens * prepare) / 100) }),
    },
  }
}

/** Whether a summary is asked for with the same system prompt, tools and messages as before, so that it reads the cache. */
function reusesPrefix({ summaryCall }: ReplayPolicyEntry, { steps: [first] }: RunPlan): boolean {
  return (summaryCall ?? first.summaryCall) === 'same-prefix'
}

/** A policy as a run of its method, its fallbacks and prompt included. Throws a `Problem`. */
async function planEntry(
  store: CoreServices['store'],
  entry: ReplayPolicyEntry,
  { ownPresets, policy }: { readonly ownPresets: readonly PresetEntry[]; readonly policy: Policy },
) {
  const { prompt, fallback = [], target, minimumGain } = entry
  const found = resolveWrittenMethod(entry, ownPresets)
  const { profileId, notes } = found
  if (profileId !== undefined && profileId !== extractiveProfileId) await requireProfile(store, profileId)
  const plan = await planRun(store, {
    found,
    fallback: fallback.map((own) => resolveWrittenMethod(own, ownPresets)),
    request: {
      ...(prompt === undefined ? {} : { prompt: { promptId: prompt } }),
      targetTokens: target,
      minimumGainPercent: minimumGain,
    },
    policy,
  })
  return { plan, profileId, notes }
}

async function openModels(
  { models: service }: Pick<CoreServices, 'models'>,
  profile: string,
  { steps }: RunPlan,
  {
    runId,
    taskId,
    maxCostUsd,
  }: { readonly runId: string; readonly taskId: string | null; readonly maxCostUsd: number | null },
) {
  const limits = [maxCostUsd, steps[0].maxCostUsd].filter((limit) => limit !== null)
  const scope = {
    runId,
    experimentId: null,
    taskId,
    maxRunUsd: limits.length === 0 ? null : findSmallest(limits),
    maxExperimentUsd: null,
    ignoreCache: false,
  }
  const roles = { main: null, condensing: null }
  const choice = await chooseModel(service, { profileId: profile, roles, scope })
  const named = await openNamedProfiles(service, steps, scope)
  const models = new Map<string | null, LanguageModel>(named.models)
  if (choice.model !== null) models.set(null, choice.model)
  return {
    models,
    obstacle: choice.obstacle,
    model: choice.model?.info ?? null,
    profileModels: named.infos,
    modelWarnings: [...choice.warnings, ...named.warnings],
  }
}
