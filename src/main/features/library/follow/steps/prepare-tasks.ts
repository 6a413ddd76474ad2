import { describeError } from '../../../../../shared/kernel/describe-error.ts'
import type { PrepareEvent } from '../../../../../shared/library/types.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { isListed, isToBeRead, listTaskVersions } from '../entry-state.ts'
import type { BackgroundStep } from './background-step.ts'
import { runWhileClaimed } from './run-while-claimed.ts'

export type PrepareDependencies = {
  /** One that reads tasks when they are asked for. */
  readonly store: Pick<Store, 'library' | 'tasks' | 'claims'>
  readonly step: BackgroundStep
  readonly signal: AbortSignal
  /** Those that it is done for; all of the library where it is left out. */
  readonly taskIds?: readonly string[] | undefined
}

/** Does a step for every task of the library that lacks it, one after the other; what cannot be done is passed over. */
export async function* prepareTasks({
  store,
  step,
  signal,
  taskIds,
}: PrepareDependencies): AsyncGenerator<PrepareEvent, void> {
  const wanted = taskIds === undefined ? null : new Set(taskIds)
  const listed = (await store.library.entries())
    .filter(isListed)
    .filter(({ id }) => wanted === null || wanted.has(id))
  const isDone = await step.doneAmong(listed.flatMap(listTaskVersions))
  const open = listed.filter(
    (entry) => isToBeRead(entry) || (entry.snapshotSha256 !== null && !isDone.has(entry.id)),
  )
  const failed = listed.flatMap(({ id, title, failure, isGone, snapshotSha256 }) =>
    failure === null || isGone || snapshotSha256 !== null ? [] : [{ taskId: id, title, reason: failure }],
  )
  const later: LibraryEntry[] = []
  let done = 0
  for (const entry of iterateEntries(open, later)) {
    const { id, title } = entry
    yield { kind: 'progress', done, total: open.length, title }
    const doTaskStep = (): Promise<void> => doStep(store, step, id, signal)
    try {
      if (later.includes(entry)) await doTaskStep()
      else if (!(await runWhileClaimed(store, id, doTaskStep))) {
        later.push(entry)
        continue
      }
    } catch (error) {
      signal.throwIfAborted()
      failed.push({ taskId: id, title, reason: describeError(error) })
    }
    done += 1
  }
  yield { kind: 'finished', failed }
}

/** What another Dewpoint works on comes once more at the end: it is done by then, as a rule. */
function* iterateEntries(
  entries: readonly LibraryEntry[],
  later: readonly LibraryEntry[],
): Generator<LibraryEntry, void> {
  yield* entries
  yield* later
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
