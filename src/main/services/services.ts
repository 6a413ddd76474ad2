import type { CoreServices } from './core-services.ts'
import type { ExperimentService } from './experiments/experiment-service.ts'
import type { RunService } from './runs/run-service.ts'

/** Everything that handlers work with. */
export type Services = CoreServices & {
  readonly runs: RunService
  readonly experiments: ExperimentService
}
