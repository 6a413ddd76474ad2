import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { ScratchCopy } from '../files/copy-database.ts'
import { makeFolders } from '../files/make-folder.ts'
import { requireOwnDatabase } from '../files/own-files.ts'
import { removeLeftParts, readSchemaVersion } from './copies/database-copy.ts'
import { copyToScratch } from './copies/scratch-copy.ts'
import { type Connection, connect } from './database/connection.ts'
import { explainStoreError } from './database/explain-store-error.ts'
import { migrate } from './database/migrate.ts'
import { readStats } from './database/read-stats.ts'
import { migrations } from './migrations/migrations.ts'
import type { Owner } from './owner.ts'
import { createAnswerRepository } from './repositories/answer-repository.ts'
import { createPermits } from './repositories/arm-permit-repository.ts'
import { collectBlobs, createBlobRepository, createMeasurementRepository } from './repositories/blobs.ts'
import { createClaimRepository } from './repositories/claim-repository.ts'
import { createExperimentRepository } from './repositories/experiment-repository.ts'
import { createFactRepository } from './repositories/fact-repository.ts'
import { createLibraryRepository } from './repositories/library-repository.ts'
import { createTaskMeasures } from './repositories/measured-arms-repository.ts'
import { createMetricsRepository } from './repositories/metrics-repository.ts'
import { createPinRepository } from './repositories/pin-repository.ts'
import { createPreferenceRepository } from './repositories/preference-repository.ts'
import { createPresetRepository } from './repositories/preset-repository.ts'
import { createProfileRepository } from './repositories/profile-repository.ts'
import { createPromptRepository } from './repositories/prompt-repository.ts'
import { createQualityRepository } from './repositories/quality-repository.ts'
import { createReplayRepository } from './repositories/replay-repository.ts'
import { createRunRepository } from './repositories/run-repository.ts'
import { createSpendingRepository } from './repositories/spending-repository.ts'
import { createTaskRepository } from './repositories/task-repository.ts'
import {
  createWrittenRepository,
  writtenSessionRowSchema,
  writtenSettingsRowSchema,
} from './repositories/written-repository.ts'
import { StoreFailure } from './store-failure.ts'
import type { Store } from './store.ts'

const findingsSchema = z.array(z.object({ integrity_check: z.string() }))

const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

export type StoreOptions = Readonly<{
  /** Absolute path of the data folder; made where it is missing. */
  folder: string
  /** Milliseconds since 1970. */
  clock: () => number
  processId: number
  isProcessAlive: (processId: number) => boolean
  /** Called with the versions that a database was brought up from and to. Not called for a new one. */
  onMigrated?: (from: number, to: number) => void
  /** Called where the file was there and empty, so that a new database was begun in its place. */
  onEmpty?: () => void
  /** How long a write waits for another process, in milliseconds. */
  busyTimeoutMs?: number
}>

/** Blobs that were put on their own get this long until something refers to them, in milliseconds. */
const orphanAgeMs = 24 * 60 * 60 * 1000

/** Openings of a store in this process; a run or experiment of this process number that none of them owns is a leftover. */
const openInstances = new Set<string>()
let openings = 0

type OpenDatabase = Readonly<{
  database: Database.Database
  isReadOnly: boolean
  /** Throws a copy away. */
  remove: () => void
}>

/** Where nothing can be written, a temporary copy is opened. */
function openDatabase(options: StoreOptions): OpenDatabase {
  const { folder } = options
  const filePath = join(folder, 'dewpoint.sqlite')
  requireOwnDatabase(filePath)
  try {
    makeFolders(folder)
    // SQLite opens a file that it may only read, and fails at the first change.
    for (const path of [folder, filePath]) if (existsSync(path)) accessSync(path, constants.W_OK)
    return { database: openStoreDatabase(filePath, options), isReadOnly: false, remove: () => undefined }
  } catch (error) {
    const failure = explainStoreError(filePath, error)
    if (failure.code !== 'read-only' || !existsSync(folder)) throw failure
    return openCopy(filePath, options, failure)
  }
}

function openCopy(filePath: string, options: StoreOptions, failure: StoreFailure): OpenDatabase {
  const copy = openScratchCopy(filePath, failure)
  try {
    return { database: openStoreDatabase(copy.filePath, options), isReadOnly: true, remove: copy.remove }
  } catch (error) {
    copy.remove()
    throw explainStoreError(filePath, error)
  }
}

/** A database that cannot even be read is reported by what kept it from being opened. */
function openScratchCopy(filePath: string, failure: StoreFailure): ScratchCopy {
  try {
    return copyToScratch(filePath)
  } catch (error) {
    const copying = explainStoreError(join(tmpdir(), 'dewpoint.sqlite'), error)
    throw copying.code === 'disk-full' ? copying : failure
  }
}

function openStoreDatabase(
  filePath: string,
  { clock, isProcessAlive, onMigrated, onEmpty, busyTimeoutMs = 5000 }: StoreOptions,
): Database.Database {
  const wasEmpty = statSync(filePath, { throwIfNoEntry: false })?.size === 0
  const database = new Database(filePath, { timeout: busyTimeoutMs })
  try {
    // Of a new one: half of the default, for most tables are small, and each of them takes a page.
    database.pragma('page_size = 2048')
    database.pragma('journal_mode = WAL')
    // FULL: what was reported done survives a power cut as well as a killed process.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    removeLeftParts(filePath, isProcessAlive)
    const from = readSchemaVersion(database)
    migrate(database, migrations, clock())
    const to = readSchemaVersion(database)
    if (from !== to && from !== 0) onMigrated?.(from, to)
    if (wasEmpty) onEmpty?.()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens the database in the data folder, brings it up to date, and ends the runs and experiments of processes that are gone.
 * Throws `StoreFailure`, and a `FileFailure` where the database is a link or no file.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, processId, isProcessAlive } = options
  const { database, isReadOnly, remove } = openDatabase(options)
  const connection = connect(database)
  openings += 1
  const instance = `${clock()}-${openings}`
  openInstances.add(instance)
  const isAlive: Owner['isAlive'] = (id, one) =>
    id === processId ? openInstances.has(one) : isProcessAlive(id)
  const owner: Owner = { processId, instance, isAlive }
  const runs = createRunRepository({ connection, owner, clock })
  const experiments = createExperimentRepository({ connection, owner, clock })
  const spending = createSpendingRepository({ connection, owner, clock })
  const close = async (): Promise<void> => {
    openInstances.delete(instance)
    await connection.close()
    remove()
  }
  try {
    await runs.markInterrupted()
    await experiments.markInterrupted()
    await spending.settleAbandoned()
    await connection.write((db) => collectBlobs(db, { olderThan: clock() - orphanAgeMs }))
  } catch (error) {
    await close()
    throw error
  }
  const filePath = join(options.folder, 'dewpoint.sqlite')
  const store: Store = {
    filePath,
    isReadOnly,
    cacheFolder: dirname(database.name),
    blobs: createBlobRepository(connection, clock),
    tasks: createTaskRepository(connection, clock),
    library: createLibraryRepository(connection),
    measurements: createMeasurementRepository(connection, clock),
    ...createTaskMeasures(connection),
    metrics: createMetricsRepository(connection),
    qualities: createQualityRepository(connection),
    runs,
    preferences: createPreferenceRepository(connection),
    profiles: createProfileRepository(connection),
    prompts: createPromptRepository(connection),
    presets: createPresetRepository(connection),
    ...createMarks(connection),
    replays: createReplayRepository(connection),
    ...createPermits(connection),
    claims: createClaimRepository({ connection, owner, clock }),
    experiments,
    answers: createAnswerRepository(connection),
    writtenSessions: createWrittenRepository(connection, 'writtenSessions', writtenSessionRowSchema),
    writtenSettings: createWrittenRepository(connection, 'writtenSettings', writtenSettingsRowSchema),
    spending,
    integrityCheck: () => checkIntegrity(database),
    unreadableRows: () => connection.lists.unreadable,
    stats: () => readStats(database),
    close,
  }
  return isReadOnly ? refuseWrites(store, filePath) : store
}

/** What a person marks in a task: what condensing keeps, and what is followed through its condensations. */
function createMarks(connection: Connection): Pick<Store, 'pins' | 'facts'> {
  return { pins: createPinRepository(connection), facts: createFactRepository(connection) }
}

/** SQLite's own check of the file, and references that lead nowhere; empty when all is well. */
async function checkIntegrity(database: Database.Database): Promise<readonly string[]> {
  try {
    const findings = findingsSchema
      .parse(database.pragma('integrity_check'))
      .map((row) => row.integrity_check)
    const dangling = danglingSchema.parse(database.pragma('foreign_key_check'))
    return [
      ...findings.filter((finding) => finding !== 'ok'),
      ...dangling.map(
        ({ table, parent }) => `a row of ${table} refers to a row of ${parent} that is missing`,
      ),
    ]
  } catch (error) {
    throw explainStoreError(database.name, error)
  }
}

/**
 * A store over a temporary copy: what a person asks to be kept is refused, what is kept of the tasks on disk and of
 * computations goes into the copy, so that everything can be read. `where` is the database that cannot be written to.
 */
function refuseWrites(store: Store, where: string): Store {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new StoreFailure({
        code: 'read-only',
        message: 'The data folder cannot be written to, so nothing was stored',
        where,
        hint: 'What is stored can be read. To store more, give yourself the right to write there, or set DEWPOINT_HOME to another folder.',
      }),
    )
  const { runs, tasks, library, preferences, profiles, prompts, presets, pins, experiments } = store
  return {
    ...store,
    isReadOnly: true,
    tasks: { ...tasks, forget: refuse },
    library: { ...library, removeFolder: refuse },
    runs: { ...runs, insertRunning: refuse, finish: refuse, remove: refuse },
    preferences: { ...preferences, set: refuse },
    profiles: { ...profiles, save: refuse, remove: refuse },
    prompts: { ...prompts, create: refuse, addVersion: refuse, rename: refuse, remove: refuse },
    presets: { ...presets, create: refuse, addVersion: refuse, describe: refuse, remove: refuse },
    keyPermits: { ...store.keyPermits, allow: refuse },
    armPermits: { ...store.armPermits, allow: refuse },
    pins: { ...pins, add: refuse, remove: refuse, clear: refuse },
    facts: { ...store.facts, add: refuse, remove: refuse },
    experiments: {
      ...experiments,
      insert: refuse,
      claim: refuse,
      finish: refuse,
      remove: refuse,
      saveCell: refuse,
      removeFailedCells: refuse,
    },
    answers: { ...store.answers, put: refuse },
    writtenSessions: { ...store.writtenSessions, insert: refuse, remove: refuse },
    writtenSettings: { ...store.writtenSettings, insert: refuse, remove: refuse },
    asleep: { ...store.asleep, wake: refuse, discard: refuse },
    // What was spent has to be known the next time.
    spending: { ...store.spending, reserve: refuse, settle: refuse },
  }
}
