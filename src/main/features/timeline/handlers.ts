import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { LiveContext, Timeline } from '../../../shared/timeline/types.ts'
import { computeTriggerTokens } from '../../kernel/policy/own-trigger.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { findRelations, findRelatedTasks } from '../library/find-related-tasks.ts'
import { loadTaskRecord, loadTaskSource } from '../library/sources.ts'
import { findAgentArm, findAgentTrigger } from '../methods/find-agent-trigger.ts'
import { resolveMethod } from '../methods/resolve-method.ts'
import { readSetSize } from '../take-home/read-set-size.ts'
import { forecastCondensation } from './compute/forecast-condensation.ts'
import type { LiveFigures } from './jobs/view-live.ts'

/** Handlers of the `timeline` area. */
export function createTimelineHandlers(services: Pick<Services, 'store' | 'engine' | 'environment'>) {
  const { store, engine } = services
  const area = implementer.timeline
  return {
    get: area.get.handler(async ({ input, signal }) => {
      const task = await requireTask(store, input.taskId)
      const timeline = await viewTimeline({ store, engine }, task, signal)
      const { parent, markers } = timeline
      const ids = [
        ...(parent === null ? [] : [parent.id]),
        ...markers.flatMap(({ child }) => child?.id ?? []),
      ]
      const related = await findRelatedTasks(store, task, ids)
      return {
        ...timeline,
        parent: parent === null ? null : (related.get(parent.id) ?? parent),
        markers: markers.map((marker) =>
          marker.child === undefined
            ? marker
            : { ...marker, child: related.get(marker.child.id) ?? marker.child },
        ),
      }
    }),
    live: area.live.handler(async ({ input, signal }) => {
      const task = await requireTask(store, input.taskId)
      const live = await engine.run('viewLive', await loadTaskRecord(store, input.taskId), { signal })
      return forecastLive(services, live, task)
    }),
    loss: area.loss.handler(async ({ input, signal }) => {
      const task = await requireTask(store, input.taskId)
      const arm = findAgentArm(task.format)
      if (arm === null) return null
      const { method } = resolveMethod({ arm: arm.id })
      const { source } = await loadTaskRecord(store, input.taskId)
      const step = { providerId: method.method.id, settings: method.settings }
      const forecast = await engine.run('forecastLoss', { source, step }, { signal })
      if (forecast === null) return null
      const isExtracted = method.method.capabilities.usesModel
      return { method: arm.id, label: arm.label, isExtracted, ...forecast }
    }),
    cache: area.cache.handler(async ({ input, signal }) =>
      engine.run('auditCache', await loadTaskRecord(store, input.taskId), { signal }),
    ),
    requests: area.requests.handler(async ({ input, signal }) => {
      const { agent, format } = await requireTask(store, input.taskId)
      const record = await loadTaskRecord(store, input.taskId)
      return { agent, format, ...(await engine.run('viewRequests', record, { signal })) }
    }),
    request: area.request.handler(async ({ input: { taskId, n }, signal }) => {
      const record = await loadTaskRecord(store, taskId)
      const found = await engine.run('viewRequest', { ...record, n }, { signal })
      if (found.sent === null) throw makeUnknownRequestProblem(n, found)
      return found.sent
    }),
  }
}

async function viewTimeline(
  { store, engine }: Pick<Services, 'store' | 'engine'>,
  task: StoredTask,
  signal: AbortSignal | undefined,
): Promise<Timeline> {
  const source = await loadTaskSource(store, task)
  const { usage, problems } = task.meta
  const relations = await findRelations(store, task)
  return engine.run('viewTimeline', { source, usage, problems, relations }, { signal })
}

/** When the agent of a task condenses, by the window of its model, its settings and what it did, else by its rule. */
async function forecastLive(
  services: Pick<Services, 'environment'>,
  { points, markers, fills, ...last }: LiveFigures,
  task: StoredTask,
): Promise<LiveContext> {
  const model = last.model ?? task.model
  // The price data is large, and windows are read from it.
  const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
  const windowTokens = model === null ? null : (findPrices(model)?.windowTokens ?? null)
  const own = findAgentTrigger(task.format)
  const window = windowTokens ?? own?.limits.window
  const ruleTokens =
    own === null || window === undefined ? null : computeTriggerTokens(own.trigger, { ...own.limits, window })
  const setTokens = window === undefined ? null : await readSetSize(services, task, window)
  return {
    model,
    windowTokens,
    fills,
    ...forecastCondensation({ points, markers }, { setTokens, ruleTokens }),
  }
}

function makeUnknownRequestProblem(
  n: number,
  { requests, why }: { readonly requests: number; readonly why: string | null },
): Problem {
  return new Problem({
    code: 'not-found',
    message:
      n > requests
        ? `There is no request ${n}: ${requests === 0 ? 'none is recorded' : `${formatCountWithNoun(requests, 'request')} recorded`}`
        : `What request ${n} sent is not known. ${why ?? ''}`.trim(),
    where: String(n),
    hint: 'List the requests without --at to see which are known.',
  })
}
