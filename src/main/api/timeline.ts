import { implementer } from './implementer.ts'
import { relationsOf, relatedTasks } from '../services/tasks/related-tasks.ts'
import type { Services } from '../services/services.ts'
import { requireTask } from '../services/require-stored.ts'
import { taskSource } from '../services/sources.ts'

/** Handlers of the `timeline` area. */
export function timelineHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  const area = implementer.timeline
  return {
    get: area.get.handler(async ({ input }) => {
      const task = await requireTask(store, input.taskId)
      const source = await taskSource(store, task)
      const { usage, problems } = task.meta
      const relations = await relationsOf(store, task)
      const timeline = await engine.run('viewTimeline', { source, usage, problems, relations })
      const { parent, markers } = timeline
      const ids = [
        ...(parent === null ? [] : [parent.id]),
        ...markers.flatMap(({ child }) => child?.id ?? []),
      ]
      const related = await relatedTasks(store, task, ids)
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
  }
}
