import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAnswerRepository } from './answer-repository.ts'
import { createBlobRepository } from './blob-repository.ts'
import { checkIntegrity } from './check-integrity.ts'
import { collectBlobs } from './collect-blobs.ts'
import { connect } from './connection.ts'
import { createClaimRepository } from './claim-repository.ts'
import { createExperimentRepository } from './experiment-repository.ts'
import { explainStoreError } from './explain-store-error.ts'
import { createKeyPermitRepository } from './key-permit-repository.ts'
import { createLibraryRepository } from './library-repository.ts'
import { createMeasurementRepository } from './measurement-repository.ts'
import { createMetricsRepository } from './metrics-repository.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/migrations.ts'
import type { Owner } from './owner.ts'
import { createPinRepository } from './pin-repository.ts'
import { createPreferenceRepository } from './preference-repository.ts'
import { createPresetRepository } from './preset-repository.ts'
import { createProfileRepository } from './profile-repository.ts'
import { createPromptRepository } from './prompt-repository.ts'
import { createReplayRepository } from './replay-repository.ts'
import { createRunRepository } from './run-repository.ts'
import { createSpendingRepository } from './spending-repository.ts'
import type { Store } from './store.ts'
import { readStats } from './read-stats.ts'
import { createSurveyRepository } from './survey-repository.ts'
import { createTaskRepository } from './task-repository.ts'

export type StoreOptions = Readonly<{
  /** Absolute path of the data folder; made where it is missing. */
  folder: string
  /** Milliseconds since 1970. */
  clock: () => number
  processId: number
  isProcessAlive: (processId: number) => boolean
  /** How long a write waits for another process, in milliseconds. */
  busyTimeoutMs?: number
}>

/** Blobs that were put on their own get this long until something refers to them, in milliseconds. */
const orphanAgeMs = 24 * 60 * 60 * 1000

/** Openings of a store in this process; a run or experiment of this process number that none of them owns is a leftover. */
const openInstances = new Set<string>()
let openings = 0

function openDatabase({ folder, clock, busyTimeoutMs = 5000 }: StoreOptions): Database.Database {
  const filePath = join(folder, 'dewpoint.sqlite')
  let database: Database.Database | null = null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    database = new Database(filePath, { timeout: busyTimeoutMs })
    database.pragma('journal_mode = WAL')
    // FULL: what was reported done survives a power cut as well as a killed process.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    migrate(database, migrations, clock())
    return database
  } catch (error) {
    database?.close()
    throw explainStoreError(filePath, error)
  }
}

/**
 * Opens the database in the data folder, brings it up to date, and ends the runs and experiments of processes that are gone.
 * Throws `StoreFailure`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, processId, isProcessAlive } = options
  const database = openDatabase(options)
  const connection = connect(database)
  openings += 1
  const instance = `${clock()}-${openings}`
  openInstances.add(instance)
  const owner: Owner = {
    processId,
    instance,
    isAlive: (id, one) => (id === processId ? openInstances.has(one) : isProcessAlive(id)),
  }
  const runs = createRunRepository({ connection, owner, clock })
  const experiments = createExperimentRepository({ connection, owner, clock })
  const spending = createSpendingRepository({ connection, owner, clock })
  const close = async (): Promise<void> => {
    openInstances.delete(instance)
    await connection.close()
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
  return {
    filePath: database.name,
    blobs: createBlobRepository(connection, clock),
    tasks: createTaskRepository(connection, clock),
    library: createLibraryRepository(connection),
    measurements: createMeasurementRepository(connection, clock),
    surveys: createSurveyRepository(connection),
    metrics: createMetricsRepository(connection),
    runs,
    preferences: createPreferenceRepository(connection),
    profiles: createProfileRepository(connection),
    prompts: createPromptRepository(connection),
    presets: createPresetRepository(connection),
    pins: createPinRepository(connection),
    replays: createReplayRepository(connection),
    keyPermits: createKeyPermitRepository(connection),
    claims: createClaimRepository({ connection, owner, clock }),
    experiments,
    answers: createAnswerRepository(connection),
    spending,
    integrityCheck: () => checkIntegrity(database),
    stats: () => readStats(database),
    close,
  }
}
