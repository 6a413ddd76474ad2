import type { JudgedMetric } from './judged-metric.ts'
import { nextActionAgreement } from './next-action-agreement.ts'
import { pairwisePreference } from './pairwise-preference.ts'
import { probeGrades } from './probe-grades.ts'
import { resumeCheck } from './resume-check.ts'

/** Every metric that asks a model, in the order in which they are shown; a new one is a file and a line here. */
export const judgedMetrics: readonly JudgedMetric[] = [
  ...probeGrades,
  pairwisePreference,
  nextActionAgreement,
  ...resumeCheck,
]
