import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { StoredRun } from '../../platform/store/records.ts'
import type { Store } from '../../platform/store/store.ts'
import type { ResultRef, SourceRef } from '../../platform/workers/job.ts'
import { toShared } from '../../platform/workers/to-shared.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'

/** The stored history of a task, in memory that threads can share. */
export function loadTaskSource(store: Store, task: StoredTask): Promise<SourceRef> {
  return loadSource(store, task.sourceBlob)
}

/** The stored history of a task by its id, with what its agent recorded. */
export async function loadTaskRecord(store: Store, taskId: string) {
  const task = await requireTask(store, taskId)
  return { source: await loadTaskSource(store, task), usage: task.meta.usage }
}

/** The same, loaded when it is first asked for, and once: most of what is asked of a task does without it. */
export function createLazyTaskSource(store: Store, task: StoredTask): () => Promise<SourceRef> {
  let source: Promise<SourceRef> | undefined
  return () => (source ??= loadTaskSource(store, task))
}

/** The history of a task, or what was sent at a cut. A problem where the cut leaves nothing on one of its sides. */
export async function loadSourceUpTo(
  store: Store,
  task: StoredTask,
  at: number | undefined,
): Promise<SourceRef> {
  const source = await loadTaskSource(store, task)
  if (at === undefined) return source
  if (at < (task.messages ?? 0)) return { ...source, cut: at }
  throw new Problem({
    code: 'bad-input',
    message: `The task cannot be cut at message ${at}`,
    where: task.id,
    hint: `Choose a message from 1 to ${Math.max(1, (task.messages ?? 0) - 1)}.`,
  })
}

/** The history that a run worked on, which may be older than what its task holds now. */
export async function runSource(store: Store, run: StoredRun): Promise<SourceRef> {
  const source = await loadSource(store, run.sourceBlob)
  return run.cut === undefined ? source : { ...source, cut: run.cut }
}

/** The packed result of a run; a problem where it has none. */
export async function runResult(store: Store, run: StoredRun): Promise<ResultRef> {
  if (run.payloadBlob === null) {
    throw new Problem({
      code: 'not-found',
      message: `The run ${run.id} has no result: it is ${run.status}`,
      where: run.id,
      hint: run.outcome?.error?.message ?? run.outcome?.reason ?? 'Run it again.',
    })
  }
  return loadResult(store, run.payloadBlob)
}

/** A packed history by its hash. */
export async function loadSource(store: Store, hash: string): Promise<SourceRef> {
  return { hash, bytes: toShared(await loadBlob(store, hash)) }
}

/** A packed result by its hash. */
export async function loadResult(store: Store, hash: string): Promise<ResultRef> {
  return { hash, bytes: await loadBlob(store, hash) }
}

async function loadBlob(store: Store, hash: string): Promise<Uint8Array> {
  const bytes = await store.blobs.get(hash)
  if (bytes !== null) return bytes
  throw new Problem({
    code: 'storage',
    message: 'The stored history is missing from the database',
    where: store.filePath,
    hint: 'Run `dewpoint doctor`, then open the task again.',
  })
}
