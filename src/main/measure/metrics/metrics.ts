import { keptFigure } from '../../../shared/home/answer-types.ts'
import { artifactF1 } from './artifact-f1.ts'
import { artifactPrecision } from './artifact-precision.ts'
import { artifactRecall } from './artifact-recall.ts'
import { changeOfBill } from './change-of-bill.ts'
import { continuationRecall } from './continuation-recall.ts'
import { cost } from './cost.ts'
import { duration } from './duration.ts'
import { factSurvival } from './fact-survival.ts'
import { filesKept } from './files-kept.ts'
import { headStart } from './head-start.ts'
import { knowsDone } from './knows-done.ts'
import { limitToSummary } from './limit-to-summary.ts'
import { links } from './links.ts'
import { measureAtEqualSize } from './measure-at-equal-size.ts'
import type { Metric } from './metric.ts'
import { reReadTokens, reReadUsd } from './re-read-cost.ts'
import { reduction } from './reduction.ts'
import { errorsKept, rulesKept, valuesKept } from './rules-kept.ts'
import { skipWhenSealed } from './sealed.ts'
import { finalTokens } from './tokens.ts'
import { validity } from './validity.ts'

/** A figure of the whole context, and of the summary alone. */
function createBothViews(metric: Metric): readonly Metric[] {
  return [metric, limitToSummary(metric)]
}

/** Every metric that needs no model, in the order in which they are shown; a new one is a file and a line here. */
export const metrics: readonly Metric[] = [
  ...[knowsDone, rulesKept, valuesKept, errorsKept, filesKept, reReadTokens].flatMap(createBothViews),
  reReadUsd,
  reduction,
  finalTokens,
  validity,
  artifactRecall,
  artifactPrecision,
  artifactF1,
  ...factSurvival,
  continuationRecall,
  measureAtEqualSize(continuationRecall, keptFigure),
  ...[links, headStart].flatMap(createBothViews),
  changeOfBill,
  cost,
  duration,
].map(skipWhenSealed)
