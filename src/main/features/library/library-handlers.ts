import { once } from 'node:events'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import type { Opened } from '../../../shared/library/tasks-contract.ts'
import type { LibraryEvent, LibraryOverview } from '../../../shared/library/types.ts'
import { findForeignSessions } from '../../agents/find-foreign-sessions.ts'
import { guardStream, implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { resolveRealPath } from './follow/disk/task-places.ts'
import { surveyVersion } from './follow/steps/survey-step.ts'
import { prepareLibrary } from './prepare-library.ts'
import { searchLibrary } from './search-library.ts'

/** Handlers of the `library` area. */
export function createLibraryHandlers(services: Services) {
  const { library, store } = services
  const area = implementer.library
  return {
    discover: area.discover.handler(async () => [...(await library.discover())]),
    add: area.add.handler(({ input }) => addStorage(services, input.storageId)),
    folders: area.folders.handler(async () => [...(await library.folders())]),
    foreign: area.foreign.handler(async ({ input }) => {
      const folder = await resolveRealPath(input.path)
      const isFollowed = (await library.folders()).some(({ path }) => path === folder)
      return isFollowed ? [...(await findForeignSessions(folder))] : []
    }),
    unwatch: area.unwatch.handler(({ input }) => library.unwatch(input.path)),
    events: area.events.handler(async ({ signal }) =>
      streamEvents<LibraryEvent>(async (reader) => {
        const stop = library.listen(reader.push)
        await once(reader.signal, 'abort')
        stop()
      }, signal),
    ),
    tryAgain: area.tryAgain.handler(async () => library.tryAgain()),
    prepare: area.prepare.handler(async ({ input, signal }) =>
      guardStream(prepareLibrary(services, input.step, signal)),
    ),
    search: area.search.handler(({ input }) => searchLibrary(services, input)),
    overview: area.overview.handler(async () => viewOverview(store)),
    kinds: area.kinds.handler(async () => Object.fromEntries(await store.surveys.kinds(surveyVersion))),
  }
}

/** Sums over all tasks. Children are counted as the Library lists them. */
async function viewOverview({ surveys, tasks }: Services['store']): Promise<LibraryOverview> {
  const overview = await surveys.overview(surveyVersion)
  const isChild = ({ parentTaskId, isSample }: TaskSummary): boolean =>
    parentTaskId !== null && (overview.leftOutSamples === 0 || !isSample)
  return { ...overview, childTasks: (await tasks.list()).filter(isChild).length }
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
      message: `Dewpoint cannot read the tasks of ${storage.agent}: ${storage.reason ?? 'no reader knows them'}`,
      where: storage.path,
      hint: 'Choose the storage of another agent.',
    })
  }
  const ids = new Set(await library.addFolder(storage.path))
  return { tasks: (await store.tasks.list()).filter(({ id }) => ids.has(id)), problems: [] }
}
