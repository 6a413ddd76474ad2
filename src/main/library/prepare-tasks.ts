import type { PrepareEvent } from '../../shared/domain/library.ts'
import type { Store } from '../store/store.ts'
import type { BackgroundStep } from './background-step.ts'
import { isListed, isToBeRead, versionsOf } from './entry-state.ts'

export type PrepareDependencies = {
  /** One that reads tasks when they are asked for. */
  readonly store: Pick<Store, 'library' | 'tasks'>
  readonly step: BackgroundStep
  readonly signal: AbortSignal
}

/** Does a step for every task of the library that lacks it, one after the other; what cannot be done is passed over. */
export async function* prepareTasks({
  store,
  step,
  signal,
}: PrepareDependencies): AsyncGenerator<PrepareEvent, void> {
  const listed = (await store.library.entries()).filter(isListed)
  const isDone = await step.doneAmong(listed.flatMap(versionsOf))
  const open = listed.filter(
    (entry) => isToBeRead(entry) || (entry.snapshotSha256 !== null && !isDone.has(entry.id)),
  )
  const failed = listed.flatMap(({ id, title, failure, isGone, snapshotSha256 }) =>
    failure === null || isGone || snapshotSha256 !== null ? [] : [{ taskId: id, title, reason: failure }],
  )
  for (const [done, { id, title }] of open.entries()) {
    yield { kind: 'progress', done, total: open.length, title }
    try {
      await doStep(store, step, id, signal)
    } catch (error) {
      signal.throwIfAborted()
      failed.push({ taskId: id, title, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  yield { kind: 'finished', failed }
}

async function doStep(
  store: PrepareDependencies['store'],
  step: BackgroundStep,
  taskId: string,
  signal: AbortSignal,
): Promise<void> {
  const task = await store.tasks.get(taskId)
  if (task === null) return
  const version = { id: taskId, snapshotSha256: task.snapshotSha256 }
  if (!(await step.doneAmong([version])).has(taskId)) await step.run(version, signal)
}
