import { experimentFileSchema } from '../../../../shared/experiments/experiment-file-types.ts'
import type {
  ExperimentPlan,
  PlannedCheckpoint,
  PlannedVariant,
} from '../../../../shared/experiments/experiment-types.ts'
import type { StoredBlob, StoredCell } from '../records.ts'
import type { ExperimentRepository, Store } from '../store.ts'
import { encodeText } from './fixtures.ts'

type NewExperiment = Parameters<ExperimentRepository['insert']>[0]

const plannedVariant = (id: string, repeats: number): PlannedVariant => ({
  id,
  label: id,
  providerId: 'native',
  providerVersion: '1.0.0',
  presetId: null,
  settings: { nested: { snake_case: [null, true] } },
  targetTokens: null,
  prompt: { file: 'prompts/v6.md' },
  model: { profileId: 'local', label: 'Local', isRemote: false },
  pinConstraints: false,
  repeats,
})

const plannedCheckpoint = (taskId: string, index: number): PlannedCheckpoint => ({
  id: `${taskId}@${index}`,
  taskId,
  taskTitle: 'Fix the bug',
  snapshotSha256: 'snapshot-1',
  index,
  reason: 'share',
  messages: index,
  tokens: 1000,
  continuationMessages: 5,
})

/** Two variants, one of them three times, at three checkpoints of two tasks: twelve cells. */
export const smallPlan: ExperimentPlan = {
  file: experimentFileSchema.parse({
    name: 'v6 against v7',
    question: 'Which keeps more?',
    tasks: ['task-1', 'task-2'],
    variants: [
      { id: 'v6', provider: 'native' },
      { id: 'v7', provider: 'native' },
    ],
  }),
  baselineId: 'v6',
  variants: [plannedVariant('v6', 1), plannedVariant('v7', 3)],
  checkpoints: [
    plannedCheckpoint('task-1', 4),
    plannedCheckpoint('task-1', 8),
    plannedCheckpoint('task-2', 4),
  ],
  metrics: [],
  notes: [{ where: './tasks/3', message: 'is no task' }],
}

/** A running experiment that keeps no source, some of its fields replaced. */
export function makeExperiment(more: Partial<NewExperiment> = {}): NewExperiment {
  return {
    id: 'experiment-1',
    name: 'v6 against v7',
    contentSha256: 'content-1',
    status: 'running',
    reason: '',
    isSample: false,
    isImported: false,
    createdTs: 1000,
    finishedTs: null,
    text: 'name: v6 against v7',
    plan: smallPlan,
    sources: [],
    ...more,
  }
}

/** A finished cell without a result, some of its fields replaced. */
export function makeCell(more: Partial<StoredCell> = {}): StoredCell {
  return {
    experimentId: 'experiment-1',
    id: 'v6/task-1@4/1',
    variantId: 'v6',
    checkpointId: 'task-1@4',
    repeat: 1,
    key: 'key-1',
    status: 'done',
    outcome: 'condensed',
    isReused: false,
    stats: {
      originalTokens: 100,
      finalTokens: 40,
      reductionPercent: 60,
      costUsd: 0.25,
      durationMs: 12.5,
      modelCalls: 1,
      cacheHits: 0,
      operations: [],
    },
    values: { reduction: 60, 'constraint-survival': null },
    chance: 0.125,
    isJudgeFlipped: null,
    timeMs: { total: 12.5, model: 10, counting: 1 },
    warnings: [{ code: 'large', message: 'Large' }],
    reason: '',
    error: null,
    finishedTs: 2000,
    payloadBlob: null,
    judgementsBlob: null,
    ...more,
  }
}

/** Bytes under their own name. */
export const makeBlob = (name: string): StoredBlob => ({ hash: name, bytes: encodeText(name) })

/** Saves a cell with the blobs that it names. */
export function saveCell(store: Store, more: Partial<StoredCell> = {}): Promise<void> {
  const cell = makeCell(more)
  const hashes = [cell.payloadBlob, cell.judgementsBlob].filter((hash) => hash !== null)
  return store.experiments.saveCell(cell, hashes.map(makeBlob))
}
