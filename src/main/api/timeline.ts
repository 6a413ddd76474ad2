import { implementer } from './implementer.ts'
import type { Services } from './services.ts'
import { requireTask, taskSource } from './sources.ts'

/** Handlers of the `timeline` area. */
export function timelineHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  const area = implementer.timeline
  return {
    get: area.get.handler(async ({ input }) => {
      const task = await requireTask(store, input.taskId)
      const source = await taskSource(store, task)
      const { usage, problems } = task.meta
      return engine.run('viewTimeline', { source, usage, problems })
    }),
  }
}
