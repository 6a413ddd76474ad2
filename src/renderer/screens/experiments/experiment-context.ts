import { createContext, use } from 'react'
import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { ExperimentDetail } from '../../../shared/experiments/contract.ts'
import type { ExperimentResults } from '../../../shared/experiments/experiment-results-types.ts'
import type { VariantNames } from './create-variant-names.ts'

/** What every part of an experiment's screen reads. */
export type ExperimentScreen = {
  readonly detail: ExperimentDetail
  /** Null until there are figures. */
  readonly results: ExperimentResults | null
  readonly names: VariantNames
  /** The variant that the others are compared with. */
  readonly baselineId: string
  readonly metrics: readonly MetricInfo[]
  /** Ids of cells that are being computed. */
  readonly running: ReadonlySet<string>
}

/** Holds the experiment of the screen. Its parts read it with `useExperiment`. */
export const ExperimentContext = createContext<ExperimentScreen | null>(null)

/** The experiment that is shown. */
export function useExperiment(): ExperimentScreen {
  const screen = use(ExperimentContext)
  if (screen === null) throw new Error('useExperiment needs an ExperimentContext above it')
  return screen
}
