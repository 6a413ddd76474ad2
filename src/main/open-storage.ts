import { isAbsolute, join } from 'node:path'
import type { AppInfo, StartProblem } from '../shared/api/app.ts'
import type { Log } from '../shared/domain/log.ts'
import { problemOfStore } from './api/explain-failure.ts'
import { levelOfEnvironment, storedLevel } from './api/logs.ts'
import { prepareDataFolder, storageFolders, wideFolders, type Surroundings } from './data-folder.ts'
import { createSourceGuard, type KnownPlaces, type SourceGuard } from './files/source-guard.ts'
import { isListed } from './library/entry-state.ts'
import { logStore } from './log-store.ts'
import { openLog, type OpenLog } from './log/open-log.ts'
import { openStore, type StoreOptions } from './store/open-store.ts'
import { StoreFailure } from './store/store-failure.ts'
import type { Store } from './store/store.ts'

/** What lies in a data folder, open: the log and the store, and the guard of what lies outside of it. */
export type OpenStorage = {
  readonly log: OpenLog
  readonly files: Store
  readonly guard: SourceGuard
  /** What a person has to know of the store, though it opened. */
  readonly problems: readonly StartProblem[]
}

/**
 * Opens the log and the store of a data folder: what happens to the store is noted in the log, whose level it knows.
 * Throws a `FileFailure` where the data folder may not lie where it does, before anything is made there, and a
 * `Problem` (`storage`) where the database cannot be opened.
 */
export async function openStorage(
  { door, dataFolder, version, platform }: AppInfo,
  surroundings: Surroundings,
  now: () => number,
): Promise<OpenStorage> {
  prepareDataFolder(dataFolder, surroundings)
  const named = levelOfEnvironment(surroundings.env)
  const log = openLog({ dataFolder, level: named ?? 'info', door, now })
  const problems: StartProblem[] = []
  const onEmpty = (): void => {
    const path = join(dataFolder, 'dewpoint.sqlite')
    log.warn('database-empty', { path })
    problems.push(emptyDatabase(path))
  }
  const files = logStore(await open({ folder: dataFolder, clock: now, onEmpty }, log), log, now)
  log.setLevel(named ?? (await storedLevel(files)))
  log.info('started', { version, platform, node: process.versions.node, folder: dataFolder })
  return { log, files, guard: guardOf(files, dataFolder, surroundings), problems }
}

function emptyDatabase(where: string): StartProblem {
  return {
    code: 'storage',
    message: 'The database file was empty, so a new database was begun.',
    where,
    hint: 'What was stored before is not in it. `dewpoint restore <file>` brings a backup back.',
  }
}

async function open(options: Pick<StoreOptions, 'folder' | 'clock' | 'onEmpty'>, log: Log): Promise<Store> {
  const onMigrated = (from: number, to: number): void => log.info('migrated', { from, to })
  try {
    return await openStore({ ...options, processId: process.pid, isProcessAlive, onMigrated })
  } catch (error) {
    log.error('storage-failed', {
      folder: options.folder,
      code: error instanceof StoreFailure ? error.code : 'unknown',
    })
    throw error instanceof StoreFailure ? problemOfStore(error) : error
  }
}

function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The guard of what the library lists now, and of all that belongs to an agent or to Dewpoint itself. */
function guardOf({ library }: Store, dataFolder: string, surroundings: Surroundings): SourceGuard {
  const known = async (): Promise<KnownPlaces> => {
    const listed = (await library.entries()).filter(isListed).map(({ path }) => path)
    // What was dropped on a page lies nowhere.
    const sources = [...listed.filter((path) => isAbsolute(path)), ...storageFolders(surroundings)]
    return { sources, folders: await library.folders() }
  }
  return createSourceGuard({ known, wide: wideFolders(), dataFolder })
}
