import type { RunService } from '../condense/run-service.ts'
import type { ExperimentService } from '../experiments/experiment-service.ts'
import type { CoreServices } from './core-services.ts'

/** Everything that handlers work with. */
export type Services = CoreServices & {
  readonly runs: RunService
  readonly experiments: ExperimentService
}
