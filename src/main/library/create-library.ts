import type { Store } from '../store/store.ts'
import type { LibraryService } from './library-service.ts'

/** Builds the service; nothing is watched or worked on until somebody listens. */
export function createLibrary({ store }: { readonly store: Store }): LibraryService {
  return {
    addFolder: async () => [],
    folders: async () => (await store.library.folders()).map((path) => ({ path, tasks: 0, problem: null })),
    unwatch: async (path) => {
      await store.library.removeFolder(path)
    },
    discover: async () => [],
    forget: async (taskId) => {
      await store.tasks.forget(taskId)
    },
    listen: (listener) => {
      void store.tasks.list().then((tasks) =>
        listener({
          kind: 'state',
          state: { tasks: tasks.length, indexed: 0, surveyed: 0, failed: 0, workingOn: null },
        }),
      )
      return () => undefined
    },
    close: async () => undefined,
  }
}
