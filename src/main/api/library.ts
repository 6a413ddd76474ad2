import type { Opened } from '../../shared/api/tasks.ts'
import { implementer } from './implementer.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { subscribe } from './subscribe.ts'

/** Handlers of the `library` area. */
export function libraryHandlers(services: Services) {
  const { library } = services
  const area = implementer.library
  return {
    discover: area.discover.handler(async () => [...(await library.discover())]),
    add: area.add.handler(({ input }) => addStorage(services, input.storageId)),
    folders: area.folders.handler(async () => [...(await library.folders())]),
    unwatch: area.unwatch.handler(({ input }) => library.unwatch(input.path)),
    events: area.events.handler(async ({ signal }) => subscribe(library.listen, signal)),
    search: area.search.handler(async () => ({ hits: [], hasMore: false, searchedTasks: 0, tasks: 0 })),
    overview: area.overview.handler(async () => ({
      tasks: 0,
      surveyed: 0,
      totals: {
        tasks: 0,
        messages: 0,
        tokens: 0,
        costUsd: 0,
        condensations: 0,
        condensedTasks: 0,
        losslessTokens: 0,
      },
      byKind: {},
      byTool: [],
      byWorkspace: [],
      byAgent: [],
      byModel: [],
    })),
  }
}

/** The path comes from this machine and not from the page, so every door may take it. */
async function addStorage({ library, store }: Services, storageId: string): Promise<Opened> {
  const storage = (await library.discover()).find(({ id }) => id === storageId)
  if (storage === undefined) {
    throw new Problem({
      code: 'not-found',
      message: 'This storage is not there any more',
      where: storageId,
      hint: 'Look for storage again.',
    })
  }
  if (!storage.isReadable) {
    throw new Problem({
      code: 'bad-input',
      message: `Transcripts of ${storage.agent} cannot be read yet`,
      where: storage.path,
      hint: 'Choose the storage of another agent.',
    })
  }
  const ids = new Set(await library.addFolder(storage.path))
  return { tasks: (await store.tasks.list()).filter(({ id }) => ids.has(id)), problems: [] }
}
