import type { BackgroundStep } from '../library/background-step.ts'
import type { Store } from '../store/store.ts'
import type { SearchIndex } from './search-index.ts'

/** Makes the messages of tasks searchable. */
export function createIndexStep(store: Store, index: SearchIndex): BackgroundStep {
  return {
    id: 'index',
    doneAmong: async (tasks) => {
      const snapshots = await index.snapshots(tasks.map(({ id }) => id))
      const done = tasks.filter(({ id, snapshotSha256 }) => snapshots.get(id) === snapshotSha256)
      return new Set(done.map(({ id }) => id))
    },
    run: async ({ id }, signal) => {
      const task = await store.tasks.get(id)
      const bytes = task === null ? null : await store.blobs.get(task.sourceBlob)
      // Forgotten meanwhile: whoever forgets a task tells this step too.
      if (task === null || bytes === null) return
      const { snapshotSha256, lastActivityTs } = task
      await index.put({ id, snapshotSha256, bytes, lastActivityTs }, signal)
    },
    forget: (taskId) => index.forget([taskId]),
  }
}
