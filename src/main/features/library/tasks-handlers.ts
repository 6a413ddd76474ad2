import { setImmediate } from 'node:timers/promises'
import type { InspectEvent, RowSlice } from '../../../shared/library/inspection-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { readPageRows, type PackedRows } from '../../platform/workers/packed-rows.ts'
import { guardStream, implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireSummary, requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { findMainSessions, findListedRelations } from './find-related-tasks.ts'
import { followReading } from './follow/follow-reading.ts'
import { readStoredMeasurement, storeMeasurement } from './follow/steps/read-stored-measurement.ts'
import type { OpenMeasurement } from './jobs/build-task-measurement.ts'
import { openTask, showTask } from './open-task.ts'
import { loadTaskSource } from './sources.ts'

/** Handlers of the `tasks` area. */
export function createTasksHandlers(services: Services) {
  const { store, engine, library, reader } = services
  const area = implementer.tasks
  const requireTaskSource = async (taskId: string) => loadTaskSource(store, await requireTask(store, taskId))
  return {
    list: area.list.handler(async () => [...(await store.tasks.list())]),
    open: area.open.handler(({ input }) => openTask(services, input)),
    show: area.show.handler(({ input }) => showTask(services, input)),
    mains: area.mains.handler(async ({ input }) => ({
      taskIds: [...(await findMainSessions(services, input.taskIds))],
    })),
    forget: area.forget.handler(async ({ input }) => {
      await requireSummary(store, input.taskId)
      await library.forget(input.taskId)
    }),
    get: area.get.handler(async ({ input, signal }) => {
      const shown = reader.shown(input.taskId)
      if (shown !== null)
        return { summary: shown.summary, problems: [...shown.problems], ...selectFirstPage(shown.rows) }
      const task = await requireTask(store, input.taskId)
      const page = selectFirstPage(await readTaskRows(services, task, signal))
      const summary = await store.tasks.summary(input.taskId)
      if (summary === null) throw new Error(`The task ${input.taskId} was forgotten meanwhile.`)
      return { summary, problems: task.meta.problems, ...page }
    }),
    rows: area.rows.handler(async ({ input, signal }) => {
      const packed = await readTaskRows(services, await requireTask(store, input.taskId), signal)
      return guardStream(streamRowSlices(packed, input.from))
    }),
    inspect: area.inspect.handler(async ({ input, signal }) => {
      const { taskId } = input
      if (reader.shown(taskId) !== null) return guardStream(inspectWhileRead(services, taskId, signal))
      return guardStream(inspect(services, await requireTask(store, taskId), signal))
    }),
    message: area.message.handler(({ input, signal }) => viewMessage(services, input, signal)),
    check: area.check.handler(async ({ input, signal }) => {
      const { messages, violations } = await engine.run(
        'checkTask',
        { source: await requireTaskSource(input.taskId) },
        { signal },
      )
      return { ok: violations.length === 0, messages, violations: [...violations] }
    }),
    search: area.search.handler(async ({ input, signal }) => [
      ...(await engine.run(
        'searchMessages',
        { source: await requireTaskSource(input.taskId), query: input.query },
        { signal },
      )),
    ]),
  }
}

/** One message with its parts. A problem where the task has none of that number. */
async function viewMessage(
  { store, engine }: Services,
  { taskId, index }: { readonly taskId: string; readonly index: number },
  signal: AbortSignal | undefined,
) {
  const source = await loadTaskSource(store, await requireTask(store, taskId))
  const view = await engine.run('viewMessage', { source, index }, { signal })
  if (view !== null) return { message: view.message, parts: [...view.parts] }
  throw new Problem({
    code: 'not-found',
    message: `The task has no message #${index}`,
    where: taskId,
    hint: 'Messages are numbered from 0.',
  })
}

function selectFirstPage(packed: PackedRows): Pick<RowSlice, 'rows' | 'totalRows'> {
  const { rows, totalRows } = readPageRows(packed)
  return { rows, totalRows }
}

/** Counted ones where the task was counted as it is now. */
async function readTaskRows(
  { store, engine, reader }: Services,
  task: StoredTask,
  signal: AbortSignal | undefined,
): Promise<PackedRows> {
  const known = await readStoredMeasurement({ store, engine }, task)
  return (
    known?.rows ??
    reader.findRows(task.snapshotSha256) ??
    engine.run('listMessages', { source: await loadTaskSource(store, task) }, { signal })
  )
}

/** Everybody else is served between two slices. */
async function* streamRowSlices(packed: PackedRows, from: number): AsyncGenerator<RowSlice, void> {
  for (const [place, page] of packed.pages.entries()) {
    if (from > 0 && (packed.pages[place + 1]?.from ?? packed.total) <= from) continue
    await setImmediate()
    const slice = readPageRows(packed, place)
    const skipped = Math.max(0, from - page.from)
    yield skipped === 0 ? slice : { ...slice, from, rows: slice.rows.slice(skipped) }
  }
}

/** Tells how far a large file is, and shows the task once it is stored. */
async function* inspectWhileRead(
  services: Services,
  taskId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<InspectEvent, void> {
  for await (const read of followReading(services.reader, taskId)) {
    signal?.throwIfAborted()
    yield { kind: 'reading', ...read }
  }
  yield* inspect(services, await requireTask(services.store, taskId), signal)
}

async function* inspect(
  services: Services,
  task: StoredTask,
  signal: AbortSignal | undefined,
): AsyncGenerator<InspectEvent, void> {
  const measurement =
    (await readStoredMeasurement(services, task)) ?? (yield* measure(services, task, signal))
  // How other tasks are listed changes while the figures stay: it is never kept with them.
  const relations = await findListedRelations(services.store, task)
  const copied = await services.store.surveys.callsOfOther(task.id)
  const { task: counted, ...figures } = measurement.inspection
  const growing = (await services.store.tasks.summary(task.id))?.isGrowing === true
  const inspection = {
    ...figures,
    task: {
      ...counted,
      ...(growing ? { isGrowing: true as const } : {}),
      ...relations,
      ...(copied === null ? {} : { copied: { ...copied, from: { ...copied.from, taskId: copied.from.id } } }),
    },
  }
  const last = measurement.rows.pages.at(-1)?.from ?? 0
  for await (const slice of streamRowSlices(measurement.rows, 0)) {
    if (slice.from < last) yield { kind: 'rows', ...slice }
    else yield { kind: 'finished', inspection, ...slice }
  }
}

/** Counts a task with progress as events, and keeps what it finds. */
async function* measure(
  { store, engine }: Services,
  task: StoredTask,
  signal: AbortSignal | undefined,
): AsyncGenerator<InspectEvent, OpenMeasurement> {
  yield { kind: 'progress', done: 0, total: task.messages }
  const { id, format, path, title, meta } = task
  const input = {
    source: await loadTaskSource(store, task),
    usage: meta.usage,
    task: { id, format, path, title, problems: meta.problems },
  }
  const found: OpenMeasurement[] = []
  yield* streamEvents<InspectEvent>(async ({ signal: stop, push }) => {
    const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void =>
      push({ kind: 'progress', done, total })
    const counted = await engine.run('inspectTask', input, { onProgress, signal: stop })
    const { inspection, measurement } = counted
    await storeMeasurement(store, task, { tokens: inspection.tokens.total, blob: measurement })
    found.push(counted)
  }, signal)
  const [measurement] = found
  if (measurement === undefined) throw new Cancelled()
  return measurement
}
