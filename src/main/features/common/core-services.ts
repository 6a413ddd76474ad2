import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import type { CopyKind, DatabaseCopy } from '../../../shared/installation/backups-contract.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { ArmService } from '../../platform/arms/arm-service.ts'
import type { SourceGuard } from '../../platform/files/source-guard.ts'
import type { OpenLog } from '../../platform/log/open-log.ts'
import type { KeyVault } from '../../platform/models/keys.ts'
import type { ModelService } from '../../platform/models/model-service.ts'
import type { Store } from '../../platform/store/store.ts'
import type { FileAccess } from '../library/file-access.ts'
import type { LibraryService } from '../library/follow/library-service.ts'
import type { BackgroundStep } from '../library/follow/steps/background-step.ts'
import type { TaskReader } from '../library/follow/task-reader.ts'
import type { SearchIndex } from '../library/search/search-index.ts'
import type { StartProblems } from './start-problems.ts'

/** Makes and lists copies of the database, the newest first. */
type Copies = {
  readonly make: (kind: CopyKind) => Promise<DatabaseCopy>
  readonly list: () => Promise<readonly DatabaseCopy[]>
}

/** What the services for runs and experiments are made from; `compose` makes it once. */
export type CoreServices = {
  readonly info: AppInfo
  /** `resources` of the checkout or of the packaged app. */
  readonly resourcesFolder: string
  readonly startProblems: StartProblems
  /** Keeps what is written out of the sources. */
  readonly guard: SourceGuard
  readonly store: Store
  /** Copies of the database in the data folder. */
  readonly copies: Copies
  readonly engine: EnginePool
  readonly access: FileAccess
  readonly library: LibraryService
  /** Reads tasks into the store. `store.tasks.get` does so by itself for those that are listed. */
  readonly reader: TaskReader
  /** The messages of all tasks, word by word. */
  readonly search: SearchIndex
  /** What is done for every task of the library in the background, or when somebody waits for it. */
  readonly steps: readonly BackgroundStep[]
  readonly models: ModelService
  /** What runs external arms. */
  readonly arms: ArmService
  /** What this process notes. */
  readonly log: OpenLog
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where this door keeps keys. */
  readonly vault: KeyVault
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Unique across processes; letters and digits. */
  readonly newId: () => string
}
