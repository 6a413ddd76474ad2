import type { InspectEvent } from '../../shared/domain/inspection.ts'
import { storedMeasurement, storeMeasurement } from '../library/stored-measurement.ts'
import type { StoredTask } from '../store/records.ts'
import { packJson } from '../workers/compression.ts'
import { taskMeasurement, type TaskMeasurement } from '../workers/jobs/task-measurement.ts'
import { createEventChannel } from '../services/event-channel.ts'
import { guardedStream, implementer } from './implementer.ts'
import { listedRelations } from '../services/tasks/related-tasks.ts'
import { openTask } from '../services/tasks/open-task.ts'
import { Problem } from '../services/problem.ts'
import type { Services } from '../services/services.ts'
import { requireSummary, requireTask, taskSource } from '../services/sources.ts'

/** Handlers of the `tasks` area. */
export function tasksHandlers(services: Services) {
  const { store, engine, library, reader } = services
  const area = implementer.tasks
  const source = async (taskId: string) => taskSource(store, await requireTask(store, taskId))
  return {
    list: area.list.handler(async () => [...(await store.tasks.list())]),
    open: area.open.handler(({ input }) => openTask(services, input)),
    forget: area.forget.handler(async ({ input }) => {
      await requireSummary(store, input.taskId)
      await library.forget(input.taskId)
    }),
    get: area.get.handler(async ({ input }) => {
      const task = await requireTask(store, input.taskId)
      const known = await storedMeasurement(store, task)
      const rows =
        known?.rows ??
        reader.rowsOf(task.snapshotSha256) ??
        (await engine.run('listMessages', { source: await taskSource(store, task) }))
      const summary = await store.tasks.summary(input.taskId)
      if (summary === null) throw new Error(`The task ${input.taskId} was forgotten meanwhile.`)
      return { summary, problems: task.meta.problems, rows: [...rows] }
    }),
    inspect: area.inspect.handler(async ({ input }) => {
      return guardedStream(inspect(services, await requireTask(store, input.taskId)))
    }),
    message: area.message.handler(async ({ input }) => {
      const view = await engine.run('viewMessage', { source: await source(input.taskId), index: input.index })
      if (view !== null) return { message: view.message, parts: [...view.parts] }
      throw new Problem({
        code: 'not-found',
        message: `The task has no message #${input.index}`,
        where: input.taskId,
        hint: 'Messages are numbered from 0.',
      })
    }),
    check: area.check.handler(async ({ input }) => {
      const { messages, violations } = await engine.run('checkTask', { source: await source(input.taskId) })
      return { ok: violations.length === 0, messages, violations: [...violations] }
    }),
    search: area.search.handler(async ({ input }) => [
      ...(await engine.run('searchMessages', { source: await source(input.taskId), query: input.query })),
    ]),
  }
}

async function* inspect(services: Services, task: StoredTask): AsyncGenerator<InspectEvent, void> {
  for await (const event of count(services, task)) {
    if (event.kind !== 'finished') {
      yield event
      continue
    }
    // How other tasks are listed changes while the figures stay: it is never kept with them.
    const { inspection } = event
    const relations = await listedRelations(services.store, task)
    yield { ...event, inspection: { ...inspection, task: { ...inspection.task, ...relations } } }
  }
}

async function* count(services: Services, task: StoredTask): AsyncGenerator<InspectEvent, void> {
  const known = await storedMeasurement(services.store, task)
  if (known !== null) {
    yield { kind: 'finished', ...known }
    return
  }
  yield { kind: 'progress', done: 0, total: task.messages }
  const channel = createEventChannel<InspectEvent>()
  void measure(services, task, channel.push).then(
    (measurement) => {
      channel.push({ kind: 'finished', ...measurement })
      channel.end()
    },
    (error: unknown) => channel.end(error),
  )
  yield* channel.events()
}

async function measure(
  { store, engine }: Services,
  task: StoredTask,
  push: (event: InspectEvent) => void,
): Promise<TaskMeasurement> {
  const input = { source: await taskSource(store, task), usage: task.meta.usage }
  const onProgress = ({ done, total }: { done: number; total: number }): void =>
    push({ kind: 'progress', done, total })
  const figures = await engine.run('inspectTask', input, { onProgress })
  const measurement = taskMeasurement({ ...task, problems: task.meta.problems }, figures)
  await storeMeasurement(store, task, { tokens: figures.totalTokens, blob: packJson(measurement) })
  return measurement
}
