import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { findRelations, findRelatedTasks } from '../library/find-related-tasks.ts'
import { loadTaskRecord, loadTaskSource } from '../library/sources.ts'

/** Handlers of the `timeline` area. */
export function createTimelineHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  const area = implementer.timeline
  return {
    get: area.get.handler(async ({ input, signal }) => {
      const task = await requireTask(store, input.taskId)
      const source = await loadTaskSource(store, task)
      const { usage, problems } = task.meta
      const relations = await findRelations(store, task)
      const timeline = await engine.run('viewTimeline', { source, usage, problems, relations }, { signal })
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
