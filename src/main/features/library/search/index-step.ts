import { describeError } from '../../../../shared/kernel/describe-error.ts'
import type { Store } from '../../../platform/store/store.ts'
import {
  type BackgroundStep,
  StepFailure,
  findDoneTasks,
  readStoredHistory,
} from '../follow/steps/background-step.ts'
import type { SearchIndex } from './search-index.ts'

export type IndexStepDependencies = {
  readonly store: Pick<Store, 'tasks' | 'blobs'>
  readonly index: SearchIndex
}

/** Makes the messages of tasks searchable. */
export function createIndexStep({ store, index }: IndexStepDependencies): BackgroundStep {
  return {
    id: 'index',
    doneAmong: async (tasks) => {
      const snapshots = index.snapshots(tasks.map(({ id }) => id))
      return findDoneTasks(tasks, await snapshots.catch((error: unknown) => fail(index, error)))
    },
    run: async ({ id }, signal) => {
      const stored = await readStoredHistory(store, id)
      if (stored === null) return
      const { snapshotSha256, lastActivityTs } = stored.task
      try {
        await index.put({ id, snapshotSha256, bytes: stored.bytes, lastActivityTs }, signal)
      } catch (error) {
        signal.throwIfAborted()
        fail(index, error)
      }
    },
    forget: (taskId) => index.forget([taskId]),
  }
}

function fail({ filePath }: SearchIndex, error: unknown): never {
  throw new StepFailure({
    message: `It cannot be put into the search index: ${describeError(error)}`,
    where: filePath,
    hint: 'Try again. Where that does not help, close Dewpoint and delete the index: it is a cache and is filled again.',
    cause: error,
  })
}
