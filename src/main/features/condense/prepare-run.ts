import type { RunEstimate } from '../../../shared/condense/estimate-types.ts'
import type { RequestSize, Warning } from '../../../shared/condense/outcome-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import { builtInOnly, type CondensingPrompts } from '../../kernel/condensing-prompts.ts'
import type { ResolvedMethod } from '../../kernel/method.ts'
import type { ArmService } from '../../platform/arms/arm-service.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import { readPolicy, readRoles } from '../../platform/models/stored-choices.ts'
import type { FinishedRun } from '../../platform/store/records.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import { requireTask } from '../common/require-stored.ts'
import { loadResult, loadSource, loadSourceUpTo } from '../library/sources.ts'
import { findRunPins } from '../library/task-pins.ts'
import { findCondensingPrompts } from '../prompts/find-condensing-prompts.ts'
import { chooseModel, type ModelChoice } from './choose-model.ts'
import { createEmptyOutcome } from './create-empty-outcome.ts'
import type { RunInput } from './jobs/run-methods.ts'
import { openNamedProfiles, type RunModels } from './open-named-profiles.ts'
import { planForTrigger, planRequest, type RunPlan } from './plan-run.ts'
import { findPrepared, planTrigger } from './plan-trigger.ts'

/** What runs are made with. */
export type RunDependencies = {
  readonly store: Store
  readonly engine: EnginePool
  readonly models: ModelService
  readonly arms: Pick<ArmService, 'identify'>
  readonly now: () => number
  readonly newRunId: () => string
}

/** A run with all that it needs, about to be stored and started. */
export type PreparedRun = {
  readonly record: Parameters<Store['runs']['insertRunning']>[0]
  readonly input: RunInput
  readonly models: RunModels
  /** Whether the result is for later use. */
  readonly isEarly: boolean
  /** What was taken for what the request did not say, or said in other words. */
  readonly notes: readonly Warning[]
  /** What its trigger held against the window; null where it has none. */
  readonly request: RequestSize | null
  /** How a run ended that a trigger did not let start; null for all others. */
  readonly skipped: FinishedRun | null
}

/** From a request to a run: settings, prompt, model, and what a trigger makes of it. Throws a `Problem`. */
export async function prepareRun(dependencies: RunDependencies, asked: RunRequest): Promise<PreparedRun> {
  const { store, now, newRunId } = dependencies
  const begun = await begin(store, asked)
  const { task, policy, request, source } = begun
  const { trigger } = request
  const id = newRunId()
  const first = await readyModels(dependencies, begun, id)
  const step = { method: begun.plan.steps[0], prompt: first.prompt }
  const triggered =
    trigger === undefined ? null : await planTrigger(dependencies, { task, source, trigger, policy, step })
  const automatic = triggered?.plan ?? null
  const plan = automatic?.kind === 'run' ? planForTrigger(begun.plan, automatic) : begun.plan
  const ready = plan === begun.plan ? first : await readyModels(dependencies, { ...begun, plan }, id)
  const isEarly = automatic?.kind === 'run' && automatic.purpose === 'prepare'
  const prepared =
    automatic?.kind === 'run' && !isEarly
      ? await findPrepared(store, task.id, { method: plan.steps[0], prompt: ready.prompt })
      : null
  const pins = await findRequestPins(dependencies, request, source)
  const version = await findMethodVersion(dependencies.arms, plan.steps[0])
  return {
    record: buildRunRecord({ id, task, request, plan, ready, version, startedTs: now() }),
    models: { run: ready.choice?.model ?? null, profiles: ready.named.models },
    isEarly,
    notes: [...begun.notes, ...buildUnreadPromptWarnings(ready)],
    skipped:
      automatic?.kind === 'skip'
        ? buildSkippedRun(automatic.reason, triggered?.countedTokens ?? 0, now())
        : null,
    request: triggered?.request ?? null,
    input: {
      ...buildRunInput({ ...begun, plan, ready, pins }),
      prepared: prepared === null ? null : await load(store, prepared),
    },
  }
}

/** Pins are places of the whole history: what was sent at a cut has none. */
async function findRequestPins(
  dependencies: Parameters<typeof findRunPins>[0],
  request: RunRequest,
  source: SourceRef,
): Promise<RunInput['pins']> {
  return request.at === undefined ? findRunPins(dependencies, request, () => Promise.resolve(source)) : []
}

/** The same without a run: what it would be given. */
export async function prepareEstimate(
  dependencies: Pick<RunDependencies, 'store' | 'models' | 'engine'>,
  asked: RunRequest,
): Promise<{ readonly input: RunInput; readonly said: Pick<RunEstimate, 'asked' | 'notes'> }> {
  const begun = await begin(dependencies.store, asked)
  const { request, source, plan } = begun
  const ready = await readyModels(dependencies, begun, null)
  const notes = [...begun.notes, ...buildUnreadPromptWarnings(ready)]
  const pins = await findRequestPins(dependencies, request, source)
  const { presetId } = plan
  return {
    input: buildRunInput({ ...begun, ready, pins }),
    said: {
      asked: { providerId: plan.steps[0].method.id, presetId, prompt: ready.prompt },
      ...(notes.length === 0 ? {} : { notes }),
    },
  }
}

type Begun = {
  readonly task: StoredTask
  readonly policy: Policy
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly source: SourceRef
  readonly notes: readonly Warning[]
}

async function begin(store: Store, asked: RunRequest): Promise<Begun> {
  const task = await requireTask(store, asked.taskId)
  const policy = await readPolicy(store)
  const { request, plan, notes } = await planRequest(store, asked, policy)
  return { task, policy, request, plan, source: await loadSourceUpTo(store, task, request.at), notes }
}

/** Whom a run may ask, and with which prompt. */
type ReadyModels = {
  readonly choice: ModelChoice | null
  readonly named: Awaited<ReturnType<typeof openNamedProfiles>>
  readonly prompts: CondensingPrompts
  /** The one that was chosen, or the default where the settings have none. */
  readonly prompt: PromptReference | null
  readonly warnings: readonly Warning[]
}

async function readyModels(
  dependencies: Pick<RunDependencies, 'store' | 'models'>,
  { request, plan, policy }: Pick<Begun, 'request' | 'plan' | 'policy'>,
  runId: string | null,
): Promise<ReadyModels> {
  const scope = buildRunScope(request, plan, runId)
  const choice = await chooseRunModel(dependencies, request, plan, scope)
  const named = await openNamedProfiles(dependencies.models, plan.steps, scope)
  const warnings = [...(choice?.warnings ?? []), ...named.warnings]
  if (!plan.steps.some(({ takesDefaultPrompt }) => takesDefaultPrompt))
    return { choice, named, prompts: builtInOnly, prompt: plan.prompt, warnings }
  const standing = await findCondensingPrompts(dependencies.store, policy, {
    profileId: choice?.profileId ?? null,
    named: [...named.models.keys()],
  })
  return {
    choice,
    named,
    prompts: standing.prompts,
    prompt: plan.prompt ?? standing.reference,
    warnings: [...warnings, ...standing.warnings],
  }
}

/** A prompt is kept with a run whose summariser reads none; that it was not read has to be said. */
function buildUnreadPromptWarnings({ prompt, choice }: ReadyModels): readonly Warning[] {
  if (prompt === null || choice?.profileId !== extractiveProfileId) return []
  const message = 'The built-in summariser reads no prompt: a model would be asked with it.'
  return [{ code: 'prompt-unread', message }]
}

function buildRunInput(
  from: Omit<Begun, 'notes'> & {
    readonly ready: ReadyModels
    readonly pins: RunInput['pins']
  },
): RunInput {
  const { task, source, plan, policy, ready, request, pins } = from
  const { choice, named, prompts, prompt, warnings } = ready
  const hasDefaultPrompt = prompt?.from === undefined ? {} : { hasDefaultPrompt: true }
  return {
    source,
    steps: plan.steps.map(({ method, settings }) => ({ providerId: method.id, settings })),
    targetTokens: plan.targetTokens,
    alerts: { minimumGainPercent: plan.minimumGainPercent, alertCostUsd: policy.alertCostUsd },
    flags: {
      isAutomatic: request.trigger !== undefined,
      usedOwnHandler: choice?.isOwn ?? false,
      ...hasDefaultPrompt,
    },
    model: choice?.model?.info ?? null,
    profileModels: named.infos,
    prompts,
    pins,
    modelWarnings: [...warnings],
    taskModel: task.model,
    prepared: null,
  }
}

/** Null where no provider of the run asks a model. */
async function chooseRunModel(
  { store, models }: Pick<RunDependencies, 'store' | 'models'>,
  request: RunRequest,
  { steps }: RunPlan,
  scope: CallScope,
): Promise<ModelChoice | null> {
  if (!steps.some(({ method }) => method.capabilities.usesModel)) return null
  return chooseModel(models, {
    profileId: request.profileId,
    roles: await readRoles(store),
    scope,
  })
}

function buildRunScope(
  { taskId, maxCostUsd, ignoreCache }: RunRequest,
  { steps: [first] }: RunPlan,
  runId: string | null,
): CallScope {
  const limits = [maxCostUsd ?? null, first.maxCostUsd].filter((limit) => limit !== null)
  return {
    runId,
    experimentId: null,
    taskId,
    maxRunUsd: limits.length === 0 ? null : findSmallest(limits),
    maxExperimentUsd: null,
    ignoreCache: ignoreCache ?? false,
  }
}

/** The version of a method, and of what its settings run that is not ours. */
export async function findMethodVersion(
  arms: Pick<ArmService, 'identify'>,
  { method: { id, version }, settings }: ResolvedMethod,
): Promise<string> {
  const identity = await arms.identify(id, settings)
  return identity === '' ? version : `${version} (${identity})`
}

function buildRunRecord(from: {
  readonly id: string
  readonly task: StoredTask
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly ready: ReadyModels
  readonly version: string
  readonly startedTs: number
}): PreparedRun['record'] {
  const { id, task, request, plan, ready, version, startedTs } = from
  const { choice, prompt } = ready
  const [{ method, settings }] = plan.steps
  return {
    id,
    taskId: task.id,
    providerId: method.id,
    providerVersion: version,
    presetId: plan.presetId,
    settings,
    targetTokens: plan.targetTokens,
    model: choice === null ? null : { profileId: choice.profileId, label: choice.label },
    prompt,
    ...(request.at === undefined ? {} : { cut: request.at }),
    isAutomatic: request.trigger !== undefined,
    startedTs,
    snapshotSha256: task.snapshotSha256,
    sourceBlob: task.sourceBlob,
  }
}

function buildSkippedRun(reason: string, tokens: number, finishedTs: number): FinishedRun {
  const outcome = { ...createEmptyOutcome(tokens), status: 'unchanged' as const, reason }
  return { status: 'unchanged', finishedTs, outcome, payload: null }
}

async function load(
  store: Store,
  { sourceBlob, payloadBlob }: { readonly sourceBlob: string; readonly payloadBlob: string },
): Promise<RunInput['prepared']> {
  const source: SourceRef = await loadSource(store, sourceBlob)
  return { source, result: await loadResult(store, payloadBlob) }
}
