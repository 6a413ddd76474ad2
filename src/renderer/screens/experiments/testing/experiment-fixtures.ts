import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import type {
  Cell,
  ExperimentPlan,
  ExperimentSummary,
  PlannedCheckpoint,
} from '../../../../shared/experiments/experiment-types.ts'
import { recall, tokens } from '../../../../shared/testing/build-comparison.ts'

export function buildPlannedCheckpoint(id: string): PlannedCheckpoint {
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

export function buildCell(
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

export function buildExperimentResults(over: Partial<ExperimentResults> = {}): ExperimentResults {
  return {
    figuresVersion: 4,
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
export function buildExperimentDetail(cells: readonly Cell[]): ExperimentDetail {
  return {
    summary,
    text: '',
    plan: { variants: [] as ExperimentPlan['variants'] } as ExperimentPlan,
    cells: [...cells],
  }
}
