import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  inspectionSchema,
  messageRowSchema,
  type InspectEvent,
  type Inspection,
} from '../../shared/domain/inspection.ts'
import type { StoredTask } from '../store/records.ts'
import type { TaskFigures } from '../workers/jobs/inspect-task.ts'
import { packJson, unpackText } from '../workers/compression.ts'
import { createEventChannel } from './event-channel.ts'
import { guardedStream, implementer } from './implementer.ts'
import { openTask } from './open-task.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { requireSummary, requireTask, taskSource } from './sources.ts'

/** Handlers of the `tasks` area. */
export function tasksHandlers(services: Services) {
  const { store, engine, library } = services
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
      const known = await storedMeasurement(services, task)
      const rows = known?.rows ?? [
        ...(await engine.run('listMessages', { source: await taskSource(store, task) })),
      ]
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

const measurementSchema = z.object({ inspection: inspectionSchema, rows: z.array(messageRowSchema) })
type Measurement = z.infer<typeof measurementSchema>

/** Raised when figures change their meaning, so that stored ones are computed anew. */
const figuresVersion = 2

async function* inspect(services: Services, task: StoredTask): AsyncGenerator<InspectEvent, void> {
  const known = await storedMeasurement(services, task)
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
): Promise<Measurement> {
  const input = { source: await taskSource(store, task), usage: task.meta.usage }
  const onProgress = ({ done, total }: { done: number; total: number }): void =>
    push({ kind: 'progress', done, total })
  const figures = await engine.run('inspectTask', input, { onProgress })
  const measurement = { inspection: toInspection(task, figures), rows: [...figures.rows] }
  await store.tasks.setTokens(task.id, figures.totalTokens)
  const blob = packJson(measurement)
  await store.measurements.put({ snapshotSha256: task.snapshotSha256, counterId: measurementKey(task), blob })
  return measurement
}

async function storedMeasurement({ store }: Services, task: StoredTask): Promise<Measurement | null> {
  const bytes = await store.measurements.get(task.snapshotSha256, measurementKey(task))
  return bytes === null ? null : measurementSchema.parse(JSON.parse(unpackText(bytes)))
}

/** Everything that figures depend on beside the history itself. */
function measurementKey({ id, path, title, meta }: StoredTask): string {
  const rest = JSON.stringify([figuresVersion, id, path, title, meta.usage, meta.problems])
  return `o200k_base ${createHash('sha256').update(rest).digest('hex').slice(0, 16)}`
}

function toInspection(task: StoredTask, figures: TaskFigures): Inspection {
  const { id, format, path, title } = task
  return {
    task: { id, format, path, ...(title === '' ? {} : { title }) },
    messages: figures.messages,
    tokens: { total: figures.totalTokens, byKind: figures.byKind, counter: figures.counterId },
    calibration: figures.calibration,
    duplicates: figures.duplicates,
    validity: [...figures.validity],
    recorded: figures.recorded,
    problems: [...task.meta.problems],
  }
}
