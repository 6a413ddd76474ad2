import type { RunRequest } from '../../shared/api/runs.ts'
import type { RequestSize } from '../../shared/domain/outcome.ts'
import type { Policy } from '../../shared/domain/policy.ts'
import { readPolicy } from '../models/stored-policy.ts'
import { readRoles } from '../models/stored-roles.ts'
import type { CallScope } from '../models/model-service.ts'
import type { FinishedRun, StoredTask } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { SourceRef } from '../workers/job.ts'
import type { RunInput } from '../workers/jobs/run-provider.ts'
import { chooseModel, type ModelChoice } from './choose-model.ts'
import { emptyOutcome } from './empty-outcome.ts'
import { planForTrigger, planRun, type RunPlan } from './plan-run.ts'
import { openNamedProfiles, type RunModels } from './open-named-profiles.ts'
import { findPrepared, planTrigger } from './plan-trigger.ts'
import type { RunServiceDependencies } from './run-service.ts'
import { loadResult, loadSource, requireTask, taskSource } from './sources.ts'
import { pinsOfRun } from './task-pins.ts'

/** A run with all that it needs, about to be stored and started. */
export type PreparedRun = {
  readonly record: Parameters<Store['runs']['insertRunning']>[0]
  readonly input: RunInput
  readonly models: RunModels
  /** Whether the result is for later use. */
  readonly isEarly: boolean
  /** What its trigger held against the window; null where it has none. */
  readonly request: RequestSize | null
  /** How a run ended that a trigger did not let start; null for all others. */
  readonly skipped: FinishedRun | null
}

/** From a request to a run: settings, prompt, model, and what a trigger makes of it. Throws a `Problem`. */
export async function prepareRun(
  dependencies: RunServiceDependencies,
  request: RunRequest,
): Promise<PreparedRun> {
  const { store, now, newRunId } = dependencies
  const task = await requireTask(store, request.taskId)
  const policy = await readPolicy(store)
  const asked = await planRun(store, request, policy)
  const source = await taskSource(store, task)
  const { trigger } = request
  const triggered =
    trigger === undefined
      ? null
      : await planTrigger(dependencies, { task, source, trigger, policy, step: asked.steps[0] })
  const automatic = triggered?.plan ?? null
  const plan = automatic?.kind === 'run' ? planForTrigger(asked, automatic) : asked
  const id = newRunId()
  const scope = scopeOf(request, plan, id)
  const choice = await choiceFor(dependencies, request, plan, scope)
  const named = await openNamedProfiles(dependencies.models, plan.steps, scope)
  const isEarly = automatic?.kind === 'run' && automatic.purpose === 'prepare'
  const prepared =
    automatic?.kind === 'run' && !isEarly ? await findPrepared(store, task.id, plan.steps[0]) : null
  const pins = await pinsOfRun(dependencies, request, () => Promise.resolve(source))
  const basis = inputOf({ source, plan, policy, choice, named, request, pins })
  return {
    record: recordOf({ id, task, request, plan, choice, startedTs: now() }),
    models: { run: choice?.model ?? null, profiles: named.models },
    isEarly,
    skipped:
      automatic?.kind === 'skip' ? skipped(automatic.reason, triggered?.countedTokens ?? 0, now()) : null,
    request: triggered?.request ?? null,
    input: { ...basis, prepared: prepared === null ? null : await load(store, prepared) },
  }
}

/** The same without a run: what it would be given. */
export async function prepareEstimate(
  dependencies: Pick<RunServiceDependencies, 'store' | 'models' | 'engine'>,
  request: RunRequest,
): Promise<RunInput> {
  const { store, models } = dependencies
  const task = await requireTask(store, request.taskId)
  const policy = await readPolicy(store)
  const plan = await planRun(store, request, policy)
  const scope = scopeOf(request, plan, null)
  const choice = await choiceFor(dependencies, request, plan, scope)
  const named = await openNamedProfiles(models, plan.steps, scope)
  const source = await taskSource(store, task)
  const pins = await pinsOfRun(dependencies, request, () => Promise.resolve(source))
  return inputOf({ source, plan, policy, choice, named, request, pins })
}

function inputOf(from: {
  readonly source: SourceRef
  readonly plan: RunPlan
  readonly policy: Policy
  readonly choice: ModelChoice | null
  readonly named: Awaited<ReturnType<typeof openNamedProfiles>>
  readonly request: RunRequest
  readonly pins: RunInput['pins']
}): RunInput {
  const { source, plan, policy, choice, named, request, pins } = from
  return {
    source,
    steps: plan.steps.map(({ provider, settings }) => ({ providerId: provider.id, settings })),
    targetTokens: plan.targetTokens,
    alerts: { minimumGainPercent: plan.minimumGainPercent, alertCostUsd: policy.alertCostUsd },
    flags: { isAutomatic: request.trigger !== undefined, usedOwnHandler: choice?.isOwn ?? false },
    model: choice?.model?.info ?? null,
    profileModels: named.infos,
    pins,
    modelWarnings: [...(choice?.warnings ?? []), ...named.warnings],
    prepared: null,
  }
}

/** Null where no provider of the run asks a model. */
async function choiceFor(
  { store, models }: Pick<RunServiceDependencies, 'store' | 'models'>,
  request: RunRequest,
  { steps }: RunPlan,
  scope: CallScope,
): Promise<ModelChoice | null> {
  if (!steps.some(({ provider }) => provider.capabilities.usesModel)) return null
  return chooseModel(models, {
    profileId: request.profileId,
    roles: await readRoles(store),
    scope,
  })
}

function scopeOf(
  { maxCostUsd, ignoreCache }: RunRequest,
  { steps: [{ provider, settings }] }: RunPlan,
  runId: string | null,
): CallScope {
  const bound = provider.bind(settings)
  const limits = [maxCostUsd ?? null, bound.ok ? bound.bound.maxCostUsd : null].filter(
    (limit) => limit !== null,
  )
  return {
    runId,
    experimentId: null,
    maxRunUsd: limits.length === 0 ? null : Math.min(...limits),
    maxExperimentUsd: null,
    ignoreCache: ignoreCache ?? false,
  }
}

function recordOf(from: {
  readonly id: string
  readonly task: StoredTask
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly choice: ModelChoice | null
  readonly startedTs: number
}): PreparedRun['record'] {
  const { id, task, request, plan, choice, startedTs } = from
  const [{ provider, settings }] = plan.steps
  return {
    id,
    taskId: task.id,
    providerId: provider.id,
    providerVersion: provider.version,
    // A trigger may run another provider than the one that was asked for.
    presetId: provider.id === request.providerId ? plan.presetId : null,
    settings,
    targetTokens: plan.targetTokens,
    model: choice === null ? null : { profileId: choice.profileId, label: choice.label },
    prompt: plan.prompt,
    isAutomatic: request.trigger !== undefined,
    startedTs,
    snapshotSha256: task.snapshotSha256,
    sourceBlob: task.sourceBlob,
  }
}

function skipped(reason: string, tokens: number, finishedTs: number): FinishedRun {
  const outcome = { ...emptyOutcome(tokens), status: 'unchanged' as const, reason }
  return { status: 'unchanged', finishedTs, outcome, payload: null }
}

async function load(
  store: Store,
  { sourceBlob, payloadBlob }: { readonly sourceBlob: string; readonly payloadBlob: string },
): Promise<RunInput['prepared']> {
  const source: SourceRef = await loadSource(store, sourceBlob)
  return { source, result: await loadResult(store, payloadBlob) }
}
