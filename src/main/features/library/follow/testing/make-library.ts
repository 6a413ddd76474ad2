import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LibraryEvent } from '../../../../../shared/library/types.ts'
import type { EnginePool } from '../../../../jobs/engine-pool.ts'
import { lendEngineInProcess } from '../../../../jobs/testing/lend-engine-in-process.ts'
import { openStore } from '../../../../platform/store/open-store.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { writeEmptyDatabase } from '../../../../platform/store/testing/fixtures.ts'
import { createLibrary, type LibraryTimes } from '../create-library.ts'
import { resolveRealPath } from '../disk/task-places.ts'
import { watchPlaces } from '../disk/watch-places.ts'
import type { LibraryService } from '../library-service.ts'
import { readThrough } from '../read-through.ts'
import type { BackgroundStep } from '../steps/background-step.ts'
import { createTaskReader, type TaskReader } from '../task-reader.ts'

/** A library over a folder of its own. */
export type TestLibrary = {
  /** Real path of a folder for tasks. */
  readonly folder: string
  readonly library: LibraryService
  /** Reads listed tasks when they are asked for. */
  readonly store: Store
  readonly engine: EnginePool
  readonly reader: TaskReader
  /** Writes a task whose history begins with these words; gives its path. */
  readonly write: (name: string, ...texts: readonly string[]) => Promise<string>
  /** Listens until the condition holds, which is looked at again after every event. */
  readonly until: (condition: () => Promise<boolean>) => Promise<void>
  /** Events so far of all `until`s. */
  readonly events: readonly LibraryEvent[]
  readonly close: () => Promise<void>
}

const quickTimes: LibraryTimes = {
  quietMs: 60,
  mostMs: 200,
  rescanMs: 50,
  returnMs: 50,
  retryMs: 20,
  // What reading takes is the affair of the machine.
  restFactor: 0,
  everyMs: 1,
}

/** Makes one; close it in the end. */
export async function makeLibrary(
  steps: readonly BackgroundStep[] = [],
  times: Partial<LibraryTimes> = {},
  watch: typeof watchPlaces = watchPlaces,
): Promise<TestLibrary> {
  const top = await resolveRealPath(await mkdtemp(join(tmpdir(), 'dewpoint-library-')))
  const folder = join(top, 'tasks')
  await mkdir(folder)
  await writeEmptyDatabase(join(top, 'data'))
  const files = await openStore({
    folder: join(top, 'data'),
    clock: Date.now,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  const engine = lendEngineInProcess()
  const reader = createTaskReader({ store: files, engine, now: Date.now })
  const library = createLibrary({
    store: files,
    reader,
    steps,
    now: Date.now,
    times: { ...quickTimes, ...times },
    findStorage: async () => [],
    watch,
  })
  const events: LibraryEvent[] = []
  return {
    folder,
    library,
    engine,
    reader,
    events,
    store: readThrough(files, reader),
    write: async (name, ...texts) => {
      const path = join(folder, name)
      await mkdir(path, { recursive: true })
      const messages = texts.map((text, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: text,
      }))
      await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(messages))
      return path
    },
    until: (condition) => listenUntil(library, events, condition),
    close: async () => {
      await library.close()
      await engine.close()
      await files.close()
      await rm(top, { recursive: true, force: true })
    },
  }
}

async function listenUntil(
  library: LibraryService,
  events: LibraryEvent[],
  condition: () => Promise<boolean>,
): Promise<void> {
  const { promise, resolve: end, reject } = Promise.withResolvers<void>()
  let last = Promise.resolve()
  const look = (): void => {
    last = last.then(async () => {
      if (await condition()) end()
    })
    last.catch(reject)
  }
  const leave = library.listen((event) => {
    events.push(event)
    look()
  })
  look()
  await promise
  leave()
}
