import type { ExperimentDetail } from '../../../../shared/api/experiments.ts'
import type { Cell, ExperimentPlan, ExperimentSummary, PlannedCheckpoint } from '../../../../shared/domain/experiment.ts'
import type { ExperimentResults, VariantComparison } from '../../../../shared/domain/experiment-results.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'

export const recall: MetricInfo = {
  id: 'continuation-recall',
  label: 'Continuation recall',
  group: 'continuation',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: false,
}
export const tokens: MetricInfo = {
  ...recall,
  id: 'tokens',
  label: 'Tokens after',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
}

export function checkpointOf(id: string): PlannedCheckpoint {
  return {
    id,
    taskId: id.split('@')[0] ?? id,
    taskTitle: `Task ${id}`,
    snapshotSha256: '',
    index: 1,
    reason: 'share',
    messages: 1,
    tokens: 1,
    continuationMessages: 1,
  }
}

export function cellOf(
  variantId: string,
  checkpointId: string,
  { repeat = 1, ...over }: Partial<Cell> = {},
): Cell {
  return {
    id: `${variantId}/${checkpointId}/${repeat}`,
    variantId,
    checkpointId,
    repeat,
    status: 'done',
    outcome: 'condensed',
    isReused: false,
    stats: null,
    values: {},
    chance: null,
    isJudgeFlipped: null,
    timeMs: { total: 1, model: 0, counting: 0 },
    warnings: [],
    reason: '',
    error: null,
    finishedTs: 0,
    ...over,
  }
}

export function comparisonOf(over: Partial<VariantComparison> = {}): VariantComparison {
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

export function resultsOf(over: Partial<ExperimentResults> = {}): ExperimentResults {
  return {
    figuresVersion: 2,
    baselineId: 'native',
    primary: { metric: recall.id, isDeclared: false },
    again: null,
    noiseFloor: {},
    outcomes: [],
    cells: { total: 0, done: 0, failed: 0, reused: 0 },
    metrics: [recall, tokens],
    variants: [],
    comparisons: [],
    assertions: [],
    flipRate: null,
    notes: [],
    rules: {
      intervalLevel: 0.95,
      significanceLevel: 0.05,
      power: 0.8,
      fewestTasks: 5,
      resamples: 10_000,
      seed: 1,
    },
    ...over,
  }
}

export const summary: ExperimentSummary = {
  id: 'e',
  name: 'E',
  question: '',
  contentSha256: '',
  status: 'running',
  reason: '',
  isSample: false,
  isImported: false,
  variants: 1,
  checkpoints: 1,
  tasks: 1,
  cells: { total: 2, done: 0, failed: 0, reused: 0 },
  costUsd: 0,
  createdTs: 0,
  finishedTs: null,
}

/** Only what the tests look at is filled in. */
export function detailOf(cells: readonly Cell[]): ExperimentDetail {
  return { summary, text: '', plan: {} as ExperimentPlan, cells: [...cells], ratings: [] }
}
