import type { ExperimentStart } from '../../../shared/experiments/contract.ts'
import type { ExperimentSummary } from '../../../shared/experiments/experiment-types.ts'
import type { ModelService } from '../../platform/models/model-service.ts'
import { readAddress } from '../../platform/queue/address.ts'
import { openSharedDatabase, type DatabaseOptions } from '../../platform/queue/database.ts'
import { startJobs } from '../../platform/queue/jobs.ts'
import { makeTables } from '../../platform/queue/tables.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import { createQueueRunner } from './run-on-queue.ts'
import { listTeam, pullExperiment, pullReport, pushExperiment, type Pushed } from './share-experiments.ts'
import { workOnQueue, type WorkOptions } from './work-on-queue.ts'
import type { ModelStore } from './worker-place.ts'

/** A database that several machines share, and what can be done with it. */
export type TeamDatabase = {
  /** Its address as it may be shown. */
  readonly shown: string
  /** Starts an experiment whose cells are done by the workers on this database. */
  readonly start: (
    request: ExperimentStart,
  ) => Promise<{ readonly summary: ExperimentSummary; readonly resumed: boolean }>
  /** Does cells of others; resolves to how many it did. */
  readonly work: (options: WorkOptions) => Promise<number>
  readonly push: (what: Parameters<typeof pushExperiment>[1]) => Promise<Pushed>
  readonly list: () => ReturnType<typeof listTeam>
  /** Ids are those of `list`. */
  readonly pull: (id: string) => Promise<ExperimentSummary>
  readonly report: (id: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Whom to connect to, and how long to wait. */
export type ConnectOptions = Omit<DatabaseOptions, 'address'> & { readonly address: string }

/**
 * Connects to a shared database and makes its tables. A problem where the address is none, and a `DatabaseFailure` where
 * nobody answers.
 */
export async function connectTeam(
  services: Services & { readonly modelsOver: (store: ModelStore) => ModelService },
  { address: text, ...options }: ConnectOptions,
): Promise<TeamDatabase> {
  const address = readAddress(text)
  if ('fault' in address) {
    throw new Problem({
      code: 'bad-input',
      message: address.fault.replace(/\.$/, ''),
      where: '--database',
      hint: 'It may also stand in DEWPOINT_DATABASE, so that no password is on the command line.',
    })
  }
  const database = await openSharedDatabase({ address, ...options })
  try {
    await makeTables(database)
    const jobs = await startJobs(database)
    const common = { ...services, database, jobs, tell: options.tell }
    return {
      shown: address.shown,
      start: (request) => services.experiments.start(request, createQueueRunner(common)),
      work: (work) => workOnQueue(common, work),
      push: (what) => pushExperiment(common, what),
      list: () => listTeam(common),
      pull: (id) => pullExperiment(common, id),
      report: (id) => pullReport(common, id),
      close: async () => {
        await jobs.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
