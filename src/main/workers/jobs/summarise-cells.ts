import type { ExperimentResults } from '../../../shared/domain/experiment-results.ts'
import { summariseExperiment, type ExperimentState } from '../../evaluation/results/summarise-experiment.ts'
import type { Job } from '../job.ts'

/** All figures of an experiment: thousands of resamples for each of them, which nobody should have to wait behind. */
export const summariseCells: Job<ExperimentState, ExperimentResults> = (state) =>
  Promise.resolve(summariseExperiment(state))
