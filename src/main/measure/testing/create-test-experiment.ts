import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import {
  experimentFileSchema,
  type ExperimentFile,
} from '../../../shared/experiments/experiment-file-types.ts'
import type { Cell, ExperimentPlan, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'

/** What a made-up experiment has: for each variant a value a checkpoint, null for a cell that failed. */
export type MadeUp = {
  readonly metrics: readonly MetricInfo[]
  /** By variant, by metric: one value a checkpoint; checkpoint `i` belongs to task `i / checkpointsPerTask`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>
  readonly checkpointsPerTask?: number
  readonly file?: Partial<ExperimentFile>
}

/** Plan and cells of a made-up experiment. */
export function createTestExperiment({ metrics, values, checkpointsPerTask = 1, file = {} }: MadeUp): {
  readonly plan: ExperimentPlan
  readonly cells: Cell[]
} {
  const ids = Object.keys(values)
  const [baselineId = ''] = ids
  const count = Math.max(...Object.values(values).flatMap((own) => Object.values(own).map((v) => v.length)))
  const checkpoints = Array.from({ length: count }, (_, index) => {
    const taskId = `task-${Math.floor(index / checkpointsPerTask)}`
    return {
      id: `${taskId}@${index + 1}`,
      taskId,
      taskTitle: taskId,
      snapshotSha256: 'f'.repeat(64),
      index: index + 1,
      reason: 'share' as const,
      messages: 10,
      tokens: 1000,
      continuationMessages: 5,
    }
  })
  const variants = ids.map(createTestVariant)
  const whole = experimentFileSchema.parse({
    name: 'Made up',
    tasks: ['task'],
    variants: ids.map((id) => ({ id, provider: 'lossless' })),
    ...file,
  })
  const plan = {
    file: whole,
    baselineId: file.baseline ?? baselineId,
    variants,
    checkpoints,
    metrics: [...metrics],
    notes: [],
  }
  const cells = ids.flatMap((id) =>
    checkpoints.map((checkpoint, index) =>
      createTestCell(
        id,
        checkpoint.id,
        Object.fromEntries(metrics.map((metric) => [metric.id, values[id]?.[metric.id]?.[index] ?? null])),
      ),
    ),
  )
  return { plan, cells }
}

function createTestVariant(id: string): PlannedVariant {
  return {
    id,
    label: id,
    providerId: 'lossless',
    providerVersion: '1',
    presetId: null,
    settings: {},
    targetTokens: null,
    prompt: null,
    model: null,
    pinConstraints: false,
    repeats: 1,
  }
}

/** A cell that is done, or one that failed where all of its values are null. */
function createTestCell(variantId: string, checkpointId: string, values: Cell['values']): Cell {
  const isDone = Object.values(values).some((value) => value !== null)
  return {
    id: `${variantId}/${checkpointId}/1`,
    variantId,
    checkpointId,
    repeat: 1,
    status: isDone ? 'done' : 'failed',
    outcome: isDone ? 'condensed' : 'failed',
    isReused: false,
    stats: null,
    values: isDone ? values : {},
    chance: null,
    isJudgeFlipped: null,
    timeMs: { total: 10, model: 0, counting: 1 },
    warnings: [],
    reason: '',
    error: isDone ? null : { code: 'broken', message: 'It broke.' },
    finishedTs: 0,
  }
}
