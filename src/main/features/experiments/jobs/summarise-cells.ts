import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { summariseExperiment, type ExperimentState } from '../compute/summarise-experiment.ts'

/** All figures of an experiment: thousands of resamples for each of them, which nobody should have to wait behind. */
export const summariseCells: Job<ExperimentState, ExperimentResults> = (state) =>
  Promise.resolve(summariseExperiment(state))
