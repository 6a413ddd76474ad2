import type { BackgroundStep } from '../library/background-step.ts'
import { doneAmong } from '../library/done-among.ts'
import { storedHistory } from '../library/stored-history.ts'
import type { Store } from '../store/store.ts'
import type { SearchIndex } from './search-index.ts'

export type IndexStepDependencies = {
  readonly store: Pick<Store, 'tasks' | 'blobs'>
  readonly index: SearchIndex
}

/** Makes the messages of tasks searchable. */
export function createIndexStep({ store, index }: IndexStepDependencies): BackgroundStep {
  return {
    id: 'index',
    doneAmong: async (tasks) => doneAmong(tasks, await index.snapshots(tasks.map(({ id }) => id))),
    run: async ({ id }, signal) => {
      const stored = await storedHistory(store, id)
      if (stored === null) return
      const { snapshotSha256, lastActivityTs } = stored.task
      await index.put({ id, snapshotSha256, bytes: stored.bytes, lastActivityTs }, signal)
    },
    forget: (taskId) => index.forget([taskId]),
  }
}
