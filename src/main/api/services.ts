import type { AppInfo } from '../../shared/api/app.ts'
import type { Store } from '../store/store.ts'
import type { EnginePool } from '../workers/engine-pool.ts'
import type { FileAccess } from './file-access.ts'
import type { RunService } from './run-service.ts'

/** Everything that handlers work with; `compose` makes it once. */
export type Services = {
  readonly info: AppInfo
  readonly store: Store
  readonly engine: EnginePool
  readonly access: FileAccess
  readonly runs: RunService
  /** Milliseconds since 1970. */
  readonly now: () => number
}
