import type { ReplayEvent } from '../../shared/api/replay.ts'
import { readReplayPolicies } from '../experiments/replay/read-replay-policies.ts'
import { usualPolicies } from '../experiments/replay/usual-policies.ts'
import { readYaml } from '../experiments/read-yaml.ts'
import type { ReplayTaskInput } from '../workers/jobs/replay-task.ts'
import { createEventChannel } from './event-channel.ts'
import { PlanFault } from './experiments/plan-fault.ts'
import { guardedStream, implementer } from './implementer.ts'
import { checkReplay, planReplay, type ReplayPlan } from './plan-replay.ts'
import type { Services } from './services.ts'
import { requireTask, taskSource } from './sources.ts'

type ReplayServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId'>

/** Handlers of the `replay` area. */
export function replayHandlers(services: ReplayServices) {
  const area = implementer.replay
  return {
    check: area.check.handler(async ({ input: { text } }) => {
      const read = readReplayPolicies(text)
      if (!read.ok) return { ok: false as const, issues: [...read.issues] }
      try {
        await checkReplay(services, read.policies)
        return { ok: true as const, policies: [...read.policies] }
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
      const plan = await planReplay(services, policies ?? usualPolicies(usage), { windowTokens, maxCostUsd })
      const source = await taskSource(services.store, task)
      const job = { source, usage, policies: plan.policies }
      return guardedStream(play(services, job, plan.find, signal))
    }),
  }
}

async function* play(
  { engine }: ReplayServices,
  input: ReplayTaskInput,
  models: ReplayPlan['find'],
  signal: AbortSignal | undefined,
): AsyncGenerator<ReplayEvent, void> {
  const stop = new AbortController()
  const channel = createEventChannel<ReplayEvent>()
  const work = engine
    .run('replayTask', input, {
      models,
      signal: AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]),
      onProgress: (progress) => channel.push({ kind: 'progress', progress }),
    })
    .then(
      (output) => {
        if (output.kind === 'finished') channel.push({ kind: 'finished', result: output.result })
        channel.end()
      },
      (error: unknown) => channel.end(signal?.aborted === true ? undefined : error),
    )
  try {
    yield* channel.events()
  } finally {
    stop.abort()
    await work
  }
}
