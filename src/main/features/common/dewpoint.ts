import type { Router } from '@orpc/server'
import type { Contract, ContractClient } from '../../../shared/api/contract.ts'
import type { AppInfo, DoctorCheck } from '../../../shared/installation/app-contract.ts'
import type { Log } from '../../../shared/installation/log-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { OnlyCaller } from '../../jobs/serve-one.ts'
import type { ConfirmArm } from '../../platform/arms/arm-service.ts'
import type { SourceGuard } from '../../platform/files/source-guard.ts'
import type { KeyVault } from '../../platform/models/keys.ts'
import type { ModelFactory } from '../../platform/models/open-model.ts'
import type { FileAccess } from '../library/file-access.ts'
import type { ConnectOptions, TeamDatabase } from '../team/connect-team.ts'
import type { Services } from './services.ts'
import type { StartProblems } from './start-problems.ts'

/** What handlers are given besides their input: nothing, in the library's own words for it. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type
export type NoContext = Record<never, never>

/** What serves the contract. */
export type AppRouter = Router<Contract, NoContext>

export type ComposeOptions = {
  readonly door: AppInfo['door']
  /** Absolute path; holds the database that all doors share. */
  readonly dataFolder: string
  readonly access: FileAccess
  /** `resources` of the checkout or of the packaged app. */
  readonly resourcesFolder: string
  /** The worker's module; the bundle beside this one where it is not named. */
  readonly workerFile?: string
  /** Gives threads that several share, made once, instead of a pool of its own. */
  readonly lendEngine?: (create: () => EnginePool) => EnginePool
  /** Who alone is served, where the process works for one command; a host serves many. */
  readonly onlyCaller?: OnlyCaller
  /** Environment variables, for keys of models. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where this door keeps keys; without one they come from the environment only. */
  readonly vault?: KeyVault
  /** The adapters of the vendors; tests bring their own. */
  readonly createModel?: ModelFactory
  /** Asks whether an external arm may run; without it only those that were allowed before may. */
  readonly confirmArm?: ConfirmArm
}

/** The engine, wired: what a host serves and the command line calls. */
export type Dewpoint = {
  readonly router: AppRouter
  readonly client: ContractClient
  readonly dataFolder: string
  /** Every file that is written anywhere else passes it. */
  readonly guard: SourceGuard
  readonly log: Log
  /** What a host keeps for itself, as the place of its window; a page may set only its own preferences. */
  readonly preferences: Services['store']['preferences']
  /** Connects to a database that several machines share; what that takes is loaded then. */
  readonly connect: (options: ConnectOptions) => Promise<TeamDatabase>
  /** Rows that lists have left out because they cannot be read, by table. */
  readonly unreadableRows: Services['store']['unreadableRows']
  /** Tells the first page of what was named at the start and could not be opened. */
  readonly noteStartProblem: StartProblems['note']
  /** Lets the first page wait for what is still being opened before it asks for such problems. */
  readonly waitForStart: StartProblems['wait']
  /** Cancels what runs, waits for it to be stored and gives threads and database back. */
  readonly close: () => Promise<void>
}

/** What looks after an installation whose database may be damaged: it opens none. */
export type Doctor = {
  readonly examine: () => Promise<DoctorCheck[]>
  readonly close: () => Promise<void>
}

/** Builds all that a door serves. A door is handed this, so that its commands know no wiring. */
export type Compose = (options: ComposeOptions) => Promise<Dewpoint>

/** What the doctor needs of a door. */
export type DoctorOptions = Pick<
  ComposeOptions,
  'door' | 'dataFolder' | 'resourcesFolder' | 'workerFile' | 'lendEngine'
>
