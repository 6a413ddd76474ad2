import type { MetricInfo } from '../activity/quality-types.ts'
import type { VariantComparison } from '../experiments/experiment-results-types.ts'

/** A share, more is better. */
export const recall: MetricInfo = {
  id: 'continuation-recall',
  label: 'Kept what was used next',
  group: 'continuation',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: false,
}
/** Tokens, fewer are better. */
export const tokens: MetricInfo = {
  ...recall,
  id: 'tokens',
  label: 'Tokens after',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
}

/** A comparison on `recall` over 12 tasks that was called worse. */
export function buildComparison(over: Partial<VariantComparison> = {}): VariantComparison {
  return {
    a: 'native',
    b: 'balanced',
    metric: recall.id,
    difference: -0.12,
    low: -0.2,
    high: -0.05,
    family: 'primary',
    familySize: 1,
    clusterLevel: 'task',
    clusters: 12,
    p: 0.01,
    rawP: 0.005,
    equivalenceP: null,
    detectable: null,
    wilcoxonP: 0.01,
    mcnemarP: null,
    effectSize: -0.6,
    verdict: { word: 'worse' },
    tasks: 12,
    pairs: [],
    unpaired: 0,
    outOf: 0,
    ...over,
  }
}
