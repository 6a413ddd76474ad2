import type { ReplayEvent } from '../../shared/api/replay.ts'
import type { RunProgress } from '../../shared/domain/run.ts'
import { Recent } from '../../shared/lib/recent.ts'
import { readReplayPolicies } from '../experiments/replay/read-replay-policies.ts'
import { contextAt, type ReplayOutline } from '../experiments/replay/replay-outline.ts'
import { usualPolicies } from '../experiments/replay/usual-policies.ts'
import { readYaml } from '../experiments/read-yaml.ts'
import type { ReplayPolicyEntry } from '../../shared/domain/replay-policy.ts'
import type { ReplayTaskInput } from '../workers/jobs/replay-task.ts'
import { checkReplay } from './check-replay.ts'
import { PlanFault } from './experiments/plan-fault.ts'
import { guardedStream, implementer } from './implementer.ts'
import { jobEvents, type JobEventOptions } from './job-events.ts'
import { planReplay, type ReplayPlan } from './plan-replay.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { requireTask, taskSource } from './sources.ts'
import { pinsOfRun } from './task-pins.ts'

type ReplayServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId'>

/** Handlers of the `replay` area. */
export function replayHandlers(services: ReplayServices) {
  const area = implementer.replay
  const outlines = new Recent<ReplayOutline>(mostReplays)
  const keep = (outline: ReplayOutline): string => {
    const replayId = services.newId()
    outlines.get(replayId, () => outline)
    return replayId
  }
  return {
    usual: area.usual.handler(async ({ input: { taskId } }) => {
      const { meta } = await requireTask(services.store, taskId)
      return [...usualPolicies(meta.usage)]
    }),
    check: area.check.handler(async ({ input: { text } }) => {
      const read = readReplayPolicies(text)
      if (!read.ok) return { ok: false as const, issues: [...read.issues] }
      try {
        await checkReplay(services, read.policies)
        const asks = await modelsOf(services, read.policies)
        return { ok: true as const, policies: [...read.policies], asks }
      } catch (error) {
        const yaml = readYaml(text)
        if (!(error instanceof PlanFault) || !yaml.ok) throw error
        return {
          ok: false as const,
          issues: error.issues.map(({ path, message }) => yaml.issueAt(path, message)),
        }
      }
    }),
    run: area.run.handler(async ({ input, signal }) => {
      const { taskId, policies, windowTokens, maxCostUsd } = input
      const task = await requireTask(services.store, taskId)
      const { usage } = task.meta
      const source = await taskSource(services.store, task)
      const pins = await pinsOfRun(services, { taskId }, source)
      const limits = { windowTokens, maxCostUsd, pins }
      const plan = await planReplay(services, policies ?? usualPolicies(usage), limits)
      const job = { source, usage, policies: plan.policies }
      const playing = { ...services, keep }
      return guardedStream(jobEvents((options) => play(playing, job, plan.find, options), signal))
    }),
    context: area.context.handler(({ input: { replayId, policyId, request } }) => {
      const outline = outlines.find(replayId)
      const context = outline === undefined ? null : contextAt(outline, policyId, request)
      if (context === null) throw notKept(outline === undefined, request)
      return context
    }),
  }
}

/** Replays whose contexts can be asked for; each takes about as much as the list of messages of its task. */
const mostReplays = 6

function notKept(isGone: boolean, request: number): Problem {
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

/** Which policies may ask a model; the built-in summariser is none. */
async function modelsOf(
  services: ReplayServices,
  entries: readonly ReplayPolicyEntry[],
): Promise<{ policyId: string; models: string[] }[]> {
  const limits = { windowTokens: undefined, maxCostUsd: undefined, pins: [] }
  const { policies } = await planReplay(services, entries, limits)
  return policies.flatMap((policy) => {
    if (!('run' in policy)) return []
    const infos = [policy.run.model, ...Object.values(policy.run.profileModels)]
    const models = new Set(infos.flatMap((info) => (info === null ? [] : info.label)))
    return models.size === 0 ? [] : [{ policyId: policy.id, models: [...models] }]
  })
}

type PlayServices = Pick<ReplayServices, 'engine'> & { readonly keep: (outline: ReplayOutline) => string }

async function play(
  { engine, keep }: PlayServices,
  input: ReplayTaskInput,
  models: ReplayPlan['find'],
  { signal, push }: JobEventOptions<ReplayEvent>,
): Promise<void> {
  const onProgress = (progress: RunProgress): void => push({ kind: 'progress', progress })
  const output = await engine.run('replayTask', input, { models, signal, onProgress })
  if (output.kind !== 'finished') return
  const { outline, result } = output
  push({ kind: 'finished', replayId: keep(outline), result })
}
