import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { Recent } from '../../../shared/kernel/recent.ts'
import {
  replayInputSchema,
  replayResultSchema,
  type ReplayEstimate,
  type ReplayEvent,
  type ReplayInput,
} from '../../../shared/replay/contract.ts'
import { isPlainPolicy, type ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents, type EventOptions } from '../common/stream-events.ts'
import { PlanFault } from '../experiments/plan-fault.ts'
import { createLazyTaskSource } from '../library/sources.ts'
import { findRunPins } from '../library/task-pins.ts'
import { checkReplay } from './check-replay.ts'
import { buildTriggerPolicies } from './compute/build-trigger-policies.ts'
import { buildUsualPolicies } from './compute/build-usual-policies.ts'
import { chooseRecordWindow } from './compute/choose-record-window.ts'
import { findReplayContext, type ReplayOutline } from './compute/replay-outline.ts'
import { listAskedModels, describeEstimate } from './estimate-asking.ts'
import { priceLibrary } from './jobs/price-library.ts'
import type { ReplayTaskInput, ReplayTaskOutput } from './jobs/replay-task.ts'
import { findKept, keepReplay, listPlayed, loadKeptOutline, openKept, type Played } from './kept-replays.ts'
import { planReplay, type ReplayPlan } from './plan-replay.ts'

type ReplayServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId' | 'info' | 'now'>

/** Handlers of the `replay` area. */
export function replayHandlers(services: ReplayServices) {
  const area = implementer.replay
  const outlines = new Recent<ReplayOutline>(mostReplays)
  return {
    usual: area.usual.handler(async ({ input: { taskId } }) => {
      const { meta, model } = await requireTask(services.store, taskId)
      return [...buildUsualPolicies(meta.usage, undefined, await findModelWindow(model))]
    }),
    check: area.check.handler(async ({ input: { text }, signal }) => {
      const read = await services.engine.run('readPolicies', { text }, { signal })
      if (!read.ok) return { ok: false as const, issues: [...read.issues] }
      try {
        await checkReplay(services, read.policies)
        const asks = await listPolicyModels(services, read.policies)
        return { ok: true as const, policies: [...read.policies], asks }
      } catch (error) {
        if (!(error instanceof PlanFault)) throw error
        const issues = await services.engine.run('placeIssues', { text, issues: error.issues }, { signal })
        return { ok: false as const, issues: [...issues] }
      }
    }),
    run: area.run.handler(async ({ input, signal }) => {
      const { task, openSource, plan, request } = await planInput(services, input)
      const { usage, problems } = task.meta
      const source = await openSource()
      const job = { source, usage, problems, policies: plan.policies, packs: input.keeps === true }
      const played = { task, policies: plan.policies }
      const keep = async ({ packed, outline }: ReplayFinished) => {
        const replayId = services.newId()
        outlines.get(replayId, () => outline)
        const notKept = await keepPacked(services, played, { id: replayId, request, packed })
        return { replayId, notKept }
      }
      const playing = { ...services, keep }
      return streamEvents((options) => play(playing, job, plan.find, options), signal)
    }),
    estimate: area.estimate.handler(({ input, signal }) => estimate(services, input, signal)),
    kept: area.kept.handler(({ input: { taskId } }) =>
      findKept(services, 'replay', taskId, {
        schema: replayInputSchema,
        ready: (input) => planInput(services, input),
      }),
    ),
    played: area.played.handler(() => listPlayed(services)),
    result: area.result.handler(({ input: { replayId } }) =>
      openKept(services, replayId, replayResultSchema),
    ),
    context: area.context.handler(async ({ input: { replayId, policyId, request } }) => {
      const known = outlines.find(replayId) ?? (await loadKeptOutline(services, replayId))
      if (known === null) throw makeNotKeptProblem(true, request)
      const outline = outlines.get(replayId, () => known)
      const context = findReplayContext(outline, policyId, request)
      if (context === null) throw makeNotKeptProblem(false, request)
      return context
    }),
  }
}

/** Replays whose contexts can be asked for; each takes about as much as the list of messages of its task. */
const mostReplays = 6

function makeNotKeptProblem(isGone: boolean, request: number): Problem {
  return isGone
    ? new Problem({
        code: 'not-found',
        message: 'The contexts of this replay are no longer kept.',
        where: '',
        hint: 'Play the task again.',
      })
    : new Problem({
        code: 'not-found',
        message: `The policy does not play request ${request}.`,
        where: '',
        hint: 'Choose another request or another policy.',
      })
}

/** Largest context of a model, tokens; null where it is not known. */
async function findModelWindow(model: string | null): Promise<number | null> {
  return model === null ? null : (await priceLibrary()).findWindow(model)
}

/** A replay with all that it needs. Throws a `Problem`. */
async function planInput(services: ReplayServices, input: ReplayInput) {
  const { taskId, windowTokens, maxCostUsd } = input
  const task = await requireTask(services.store, taskId)
  const openSource = createLazyTaskSource(services.store, task)
  const pins = await findRunPins(services, { taskId }, openSource)
  const modelWindow = await findModelWindow(task.model)
  const { usage } = task.meta
  const window = windowTokens === undefined ? chooseRecordWindow(usage, modelWindow) : null
  const named = input.policies?.map((entry) => withWindow(entry, window)) ?? [
    ...buildUsualPolicies(usage, windowTokens, modelWindow),
  ]
  const tried = buildTriggerPolicies(input.triggers ?? {}).filter(
    ({ id }) => !named.some((entry) => entry.id === id),
  )
  const policies = [...named, ...tried.map((entry) => withWindow(entry, window))]
  const plan = await planReplay(services, policies, { taskId, windowTokens, maxCostUsd, pins })
  const { triggers: _, ...request } = input
  return { task, openSource, plan, request: { ...request, policies } }
}

/** A policy that names no window, with the one that the record tells. What is kept of a replay then says it too. */
function withWindow(entry: ReplayPolicyEntry, window: number | null): ReplayPolicyEntry {
  const hasNone = window === null || entry.window !== undefined || isPlainPolicy(entry.id)
  return hasNone ? entry : { ...entry, window }
}

/** What the policies that ask models would probably cost. */
async function estimate(
  services: ReplayServices,
  input: ReplayInput,
  signal: AbortSignal | undefined,
): Promise<ReplayEstimate> {
  const { task, openSource, plan } = await planInput(services, input)
  const policies = plan.policies.filter((policy) => listAskedModels(policy).length > 0)
  if (policies.length === 0) return []
  const job = { source: await openSource(), usage: task.meta.usage, policies }
  const output = await services.engine.run('estimateReplay', job, { signal })
  return describeEstimate(plan, output, signal)
}

async function keepPacked(
  services: ReplayServices,
  played: Played,
  {
    id,
    request,
    packed,
  }: Pick<ReplayFinished, 'packed'> & { readonly id: string; readonly request: ReplayInput },
): Promise<string | null> {
  if (packed === null) return null
  const bytes = { result: packed.result.bytes, contexts: packed.contexts.bytes }
  return keepReplay(services, played, { id, kind: 'replay', request, packed: bytes })
}

/** Which policies may ask a model; the built-in summariser is none. */
async function listPolicyModels(
  services: ReplayServices,
  entries: readonly ReplayPolicyEntry[],
): Promise<{ policyId: string; models: string[] }[]> {
  const limits = { taskId: null, windowTokens: undefined, maxCostUsd: undefined, pins: [] }
  const { policies } = await planReplay(services, entries, limits)
  return policies.flatMap((policy) => {
    const models = listAskedModels(policy)
    return models.length === 0 ? [] : [{ policyId: policy.id, models: [...models] }]
  })
}

type ReplayFinished = Extract<ReplayTaskOutput, { kind: 'finished' }>
type PlayServices = Pick<ReplayServices, 'engine'> & {
  readonly keep: (finished: ReplayFinished) => Promise<{ replayId: string; notKept: string | null }>
}

async function play(
  { engine, keep }: PlayServices,
  input: ReplayTaskInput,
  models: ReplayPlan['find'],
  { signal, push }: EventOptions<ReplayEvent>,
): Promise<void> {
  const onProgress = (progress: RunProgress): void => push({ kind: 'progress', progress })
  const output = await engine.run('replayTask', input, { models, signal, onProgress })
  if (output.kind !== 'finished') return
  push({ kind: 'finished', ...(await keep(output)), result: output.result })
}
