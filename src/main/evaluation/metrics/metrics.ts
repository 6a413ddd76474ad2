import { artifactF1 } from './artifact-f1.ts'
import { artifactPrecision } from './artifact-precision.ts'
import { artifactRecall } from './artifact-recall.ts'
import { continuationRecall } from './continuation-recall.ts'
import { cost } from './cost.ts'
import { duration } from './duration.ts'
import { factSurvival } from './fact-survival.ts'
import { finalTokens } from './final-tokens.ts'
import type { Metric } from './metric.ts'
import { reduction } from './reduction.ts'
import { validity } from './validity.ts'

/** Every metric that needs no model, in the order in which they are shown; a new one is a file and a line here. */
export const metrics: readonly Metric[] = [
  reduction,
  finalTokens,
  validity,
  artifactRecall,
  artifactPrecision,
  artifactF1,
  ...factSurvival,
  continuationRecall,
  cost,
  duration,
]
