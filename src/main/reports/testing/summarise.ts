import { summariseExperiment } from '../../evaluation/results/summarise-experiment.ts'
import type { Summarise } from '../document/report-input.ts'

/** The figures of an export, as every door makes them. */
export const summarise: Summarise = ({ plan, cells, ratings }, baselineId, version) =>
  summariseExperiment({ plan, cells, ratings, baselineId, version })
