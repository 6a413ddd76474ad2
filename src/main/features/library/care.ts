import { statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { CopyKind, DatabaseCopy } from '../../../shared/installation/backups-contract.ts'
import { companions } from '../../agents/agents.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import {
  examineDataFolder,
  prepareDataFolder,
  listAgentStorageFolders,
  listWideFolders,
} from '../../platform/data-folder.ts'
import { removeLeftFiles } from '../../platform/files/leftovers.ts'
import { makeFolder } from '../../platform/files/make-folder.ts'
import { refuseSpecial } from '../../platform/files/read-file.ts'
import { createSourceGuard } from '../../platform/files/source-guard.ts'
import { makeFile, requireWritable } from '../../platform/files/write-file.ts'
import type { Surroundings } from '../../platform/resolve-default-data-folder.ts'
import { backUp, type BackedUp } from '../../platform/store/copies/back-up.ts'
import { restore, type Restored } from '../../platform/store/copies/restore.ts'
import { openToRead } from '../../platform/store/doctor/open-to-read.ts'
import { salvage, type Salvaged } from '../../platform/store/doctor/salvage.ts'
import { StoreFailure } from '../../platform/store/store-failure.ts'
import { toStoreProblem } from '../common/explain-failure.ts'
import { Problem } from '../common/problem.ts'

/** What a database knows of places on disk: its tasks, and the folders in which they are looked for. */
type StoredPlaces = Readonly<{ sources: readonly string[]; folders: readonly string[] }>

const pathsSchema = z.array(z.string())

/** A data folder, by its absolute path, and what it lies in. */
export type DataPlace = { readonly folder: string; readonly surroundings: Surroundings }

/** A new file, and whether it may replace one. */
export type Destination = { readonly path: string; readonly replace: boolean }

/** Copies of the database that are kept in the data folder. */
export type KeptCopies = {
  /** Makes one, checked, off the main thread. Throws a `Problem` or a `FileFailure`. */
  readonly make: (kind: CopyKind) => Promise<DatabaseCopy>
  /** The newest first. */
  readonly list: () => Promise<readonly DatabaseCopy[]>
}

const namePattern = /^dewpoint-(backup|salvage)-\d{8}T\d{9}Z\.sqlite$/

/** Copies the database of a data folder into a file, checked. Throws a `Problem` or a `FileFailure`. */
export function backUpData(data: DataPlace, to: Destination): Promise<BackedUp> {
  return makeCopy(data, to, backUp)
}

/** Copies what can be read of the database of a data folder into a file. Throws a `Problem` or a `FileFailure`. */
export function salvageData(data: DataPlace, to: Destination): Promise<Salvaged> {
  return makeCopy(data, to, salvage)
}

/** Puts a backup in the place of the database of a data folder. Throws a `Problem` or a `FileFailure`. */
export async function restoreData(
  { folder: dataFolder, surroundings }: DataPlace,
  from: string,
): Promise<Restored> {
  prepareDataFolder(dataFolder, surroundings)
  const found = statSync(from, { throwIfNoEntry: false })
  if (found !== undefined) refuseSpecial(from, found)
  return rethrowAsProblem(() => restore({ folder: dataFolder, from, now: Date.now() }))
}

/** Keeps copies in `backups` of a data folder. */
export function keepCopies(data: DataPlace, engine: Pick<EnginePool, 'run'>, now: () => number): KeptCopies {
  const folder = join(data.folder, 'backups')
  const describe = async (name: string): Promise<DatabaseCopy> => {
    const path = join(folder, name)
    const { size, mtimeMs } = await stat(path)
    const kind = name.startsWith('dewpoint-salvage') ? 'salvage' : 'backup'
    return { kind, path, bytes: size, createdTs: Math.round(mtimeMs) }
  }
  return {
    make: async (kind) => {
      makeFolder(folder, { what: 'The folder for backups', hint: 'Nothing was copied.' })
      const stamp = new Date(now()).toISOString().replaceAll(/[-:.]/g, '')
      const name = `dewpoint-${kind}-${stamp}.sqlite`
      await makeCopy(data, { path: join(folder, name), replace: false }, async (filePath, into) => {
        const failure = await engine.run('copyDatabase', { kind, filePath, into })
        if (failure !== null) throw new StoreFailure(failure)
      })
      return describe(name)
    },
    list: async () => {
      const names = await readdir(folder).catch(() => [])
      const kept = await Promise.all(names.filter((name) => namePattern.test(name)).map(describe))
      return kept.toSorted((a, b) => b.createdTs - a.createdTs)
    },
  }
}

/** Copies the database of a data folder into a file, which `copy` makes. Throws a `Problem` or a `FileFailure`. */
async function makeCopy<T>(
  { folder: dataFolder, surroundings }: DataPlace,
  { path, replace }: Destination,
  copy: (filePath: string, into: string) => Promise<T>,
): Promise<T> {
  const filePath = join(dataFolder, 'dewpoint.sqlite')
  examineDataFolder(dataFolder, surroundings)
  requireDatabase(filePath)
  let places = readPlaces(filePath)
  const guard = createSourceGuard({
    known: async () => ({
      ...places,
      sources: [...places.sources, ...listAgentStorageFolders(surroundings)],
    }),
    wide: listWideFolders(),
    dataFolder,
    companions,
  })
  await requireWritable(path, { guard, replace })
  // Of a backup that was killed.
  removeLeftFiles(dirname(path))
  const copied: { readonly result: T }[] = []
  // Histories are nobody else's to read.
  await makeFile(path, { guard, replace, mode: 0o600 }, async (temporary) => {
    copied.push({
      result: await rethrowAsProblem(() =>
        attributeFailureToPath(temporary, path, () => copy(filePath, temporary)),
      ),
    })
    // A damaged database does not say what its tasks are; what was made of it does.
    places = readPlaces(temporary)
  })
  const [made] = copied
  if (made === undefined) throw new Error('Nothing was copied.')
  return made.result
}

function requireDatabase(where: string): void {
  const found = statSync(where, { throwIfNoEntry: false })
  if (found?.isFile() === true) return
  throw new Problem({
    code: 'not-found',
    message: found === undefined ? 'There is no database yet' : 'This is not a file',
    where,
    hint: 'Name the data folder with --data or DEWPOINT_HOME.',
  })
}

/** A failure of the unfinished file is one of the file that it was to become. */
async function attributeFailureToPath<T>(
  temporary: string,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.where !== temporary) throw error
    const { code, message, hint, cause } = error
    throw new StoreFailure({ code, message, hint, cause, where: path })
  }
}

async function rethrowAsProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreFailure ? toStoreProblem(error) : error
  }
}

/** Places that a database names, as far as it can be read; none where it cannot. */
function readPlaces(filePath: string): StoredPlaces {
  try {
    const { database, close } = openToRead(filePath)
    const listDatabasePaths = (sql: string): readonly string[] => {
      try {
        return pathsSchema.parse(database.prepare(sql).pluck().all())
      } catch {
        return []
      }
    }
    try {
      return {
        sources: [
          ...listDatabasePaths("select path from library_tasks where path <> ''"),
          ...listDatabasePaths("select path from tasks where path <> ''"),
        ],
        folders: listDatabasePaths('select path from library_folders'),
      }
    } finally {
      close()
    }
  } catch {
    return { sources: [], folders: [] }
  }
}
