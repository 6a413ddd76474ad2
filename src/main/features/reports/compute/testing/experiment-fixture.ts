import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import { experimentFileSchema } from '../../../../../shared/experiments/experiment-file-types.ts'
import {
  experimentExportSchema,
  type Cell,
  type ExperimentExport,
  type PlannedCheckpoint,
} from '../../../../../shared/experiments/experiment-types.ts'
import { metrics as measuredMetrics } from '../../../../measure/metrics/metrics.ts'
import { createSeededRandom } from '../../../../measure/statistics/create-seeded-random.ts'

type FixtureOptions = {
  readonly variants?: number
  readonly tasks?: number
  readonly checkpointsPerTask?: number
}

const providers = ['native', 'smart', 'lossless', 'truncation'] as const

/** Every metric that needs no model, as a plan names it. */
export const fixtureMetrics: readonly MetricInfo[] = measuredMetrics.map(
  ({ id, label, group, direction, unit }) => ({
    id,
    label,
    group,
    direction,
    unit,
    isPassFail: id === 'validity',
    needsModel: false,
  }),
)

/** An experiment with made-up values that look like real ones: later variants save more and keep less. */
export function experimentFixture(options: FixtureOptions = {}): ExperimentExport {
  const { variants = 3, tasks = 12, checkpointsPerTask = 1 } = options
  const ids = Array.from({ length: variants }, (_, index) => `v${index + 1}`)
  const checkpoints = Array.from({ length: tasks }, (_, task) =>
    Array.from({ length: checkpointsPerTask }, (__, cut) => makeCheckpoint(task, cut)),
  ).flat()
  const file = experimentFileSchema.parse({
    name: 'Prompt v6 against v7',
    question: 'Does the longer prompt keep more of what the task goes on to use?',
    tasks: ['./tasks/*'],
    variants: ids.map((id, index) => ({ id, provider: providers[index % 4] })),
    metrics: ['compression', 'validity', 'artifacts', 'facts', 'continuation', 'cost', 'time'],
    margins: { 'continuation-recall': 0.02 },
    assert: [{ metric: 'reduction', min: 40 }],
    baseline: 'v1',
  })
  const random = createSeededRandom(7)
  const draw = (): number => random.nextIndex(1000) / 1000
  const cells = ids.flatMap((id, index) =>
    checkpoints.map((checkpoint) => makeCell(id, index, checkpoint, draw)),
  )
  const done = cells.filter(({ status }) => status === 'done').length
  return experimentExportSchema.parse({
    format: 'dewpoint-experiment',
    version: 1,
    writtenBy: '0.1.0',
    summary: {
      id: 'e1d0c7a2',
      name: file.name,
      question: file.question,
      contentSha256: '3f'.repeat(32),
      status: 'finished',
      reason: '',
      isSample: false,
      isImported: false,
      variants,
      checkpoints: checkpoints.length,
      tasks,
      cells: { total: cells.length, done, failed: cells.length - done, reused: 0 },
      costUsd: 0.2134,
      createdTs: Date.UTC(2026, 10, 20, 9),
      finishedTs: Date.UTC(2026, 10, 20, 9, 12),
    },
    text: `name: ${file.name}\ntasks: [./tasks/*]\nvariants:\n${ids.map((id, index) => `  - { id: ${id}, provider: ${providers[index % 4]} }`).join('\n')}\n`,
    plan: {
      file,
      baselineId: 'v1',
      variants: ids.map((id, index) => ({
        id,
        label: index === 1 ? 'The longer prompt' : id,
        providerId: providers[index % 4],
        providerVersion: '1.0.0',
        presetId: index % 4 === 1 ? 'balanced' : null,
        settings: { keepLast: 3, prompt: 'Summarise.\nKeep paths.' },
        targetTokens: index % 3 === 2 ? 30_000 : null,
        prompt: index === 0 ? { promptId: 'short', version: 2 } : null,
        model: index % 4 < 2 ? { profileId: 'local', label: 'Qwen 3 32B', isRemote: true } : null,
        pinConstraints: false,
        repeats: 1,
      })),
      checkpoints,
      metrics: fixtureMetrics,
      notes: [{ where: './tasks/broken', message: 'left out: the history has no messages' }],
    },
    cells,
  })
}

function makeCheckpoint(task: number, cut: number): PlannedCheckpoint {
  const taskId = `${(task + 10).toString(16).padStart(2, '0')}c0ffee`
  const index = 40 + 20 * cut + task
  return {
    id: `${taskId}@${index}`,
    taskId,
    taskTitle: `Add rate limiting to service ${task + 1}`,
    snapshotSha256: `${task}a`.repeat(32).slice(0, 64),
    index,
    reason: 'share',
    messages: index,
    tokens: 60_000 + 9000 * cut,
    continuationMessages: 30,
  }
}

function makeCell(id: string, index: number, checkpoint: PlannedCheckpoint, draw: () => number): Cell {
  const isFailed = index === 2 && checkpoint.index === 40
  const values = Object.fromEntries(
    fixtureMetrics.map(({ id: metric, unit }) => [metric, makeValue(metric, unit, index, draw())]),
  )
  return {
    id: `${id}/${checkpoint.id}/1`,
    variantId: id,
    checkpointId: checkpoint.id,
    repeat: 1,
    status: isFailed ? 'failed' : 'done',
    outcome: isFailed ? 'failed' : 'condensed',
    isReused: false,
    stats: isFailed
      ? null
      : {
          originalTokens: checkpoint.tokens,
          finalTokens: Math.round(checkpoint.tokens * 0.5),
          reductionPercent: 50,
          costUsd: values['cost'] ?? 0,
          durationMs: values['duration'] ?? 0,
          modelCalls: 1,
          cacheHits: 0,
          operations: [],
        },
    values: isFailed ? {} : values,
    chance: isFailed ? null : 0.3 + 0.02 * draw(),
    isJudgeFlipped: null,
    timeMs: { total: 1000, model: 800, counting: 50 },
    warnings: [],
    reason: '',
    error: isFailed ? { code: 'timeout', message: 'The model said nothing for 60 s.' } : null,
    finishedTs: Date.UTC(2026, 10, 20, 9, 5),
  }
}

function makeValue(metric: string, unit: MetricInfo['unit'], index: number, random: number): number {
  if (metric === 'validity') return 1
  if (metric === 'change-of-bill') return 0.06 * index - 0.3 + 0.1 * random
  switch (unit) {
    case 'percent':
      return 40 + 4 * index + 6 * random
    case 'tokens':
      return Math.round(40_000 - 2500 * index - 4000 * random)
    case 'usd':
    case 'usd-change':
      return index % 4 < 2 ? 0.02 + 0.002 * index + 0.004 * random : 0
    case 'milliseconds':
      return 800 + 400 * index + 300 * random
    default:
      return Math.max(0, Math.min(1, 0.9 - 0.03 * ((index * 5) % 7) + 0.25 * (random - 0.5)))
  }
}
