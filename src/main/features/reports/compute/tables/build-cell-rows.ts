import { priceOfWork } from '../../../../../shared/condense/measured-work.ts'
import type {
  Cell,
  ExperimentExport,
  PlannedVariant,
} from '../../../../../shared/experiments/experiment-types.ts'

/** What one field of a row may hold; null for what there is not. */
export type Field = string | number | boolean | null

/** Tidy rows: one for each cell, with the same fields in the same order, one for each metric at the end. */
export function buildCellRows(experiment: ExperimentExport): readonly Readonly<Record<string, Field>>[] {
  const { plan, cells } = experiment
  const variants = new Map(plan.variants.map((variant) => [variant.id, variant]))
  const checkpoints = new Map(plan.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]))
  return cells.map((cell) => {
    const checkpoint = checkpoints.get(cell.checkpointId)
    return {
      experiment: experiment.summary.name,
      content_sha256: experiment.summary.contentSha256,
      cell: cell.id,
      variant: cell.variantId,
      ...buildVariantFields(variants.get(cell.variantId)),
      task: checkpoint?.taskId ?? null,
      task_title: checkpoint?.taskTitle ?? null,
      checkpoint: cell.checkpointId,
      cut_at: checkpoint?.index ?? null,
      repeat: cell.repeat,
      status: cell.status,
      outcome: cell.outcome,
      reused: cell.isReused,
      ...buildFigureFields(cell),
      reason: cell.reason === '' ? null : cell.reason,
      error_code: cell.error?.code ?? null,
      error: cell.error?.message ?? null,
      finished: new Date(cell.finishedTs).toISOString(),
      ...Object.fromEntries(plan.metrics.map(({ id }) => [id, cell.values[id] ?? null])),
    }
  })
}

function buildVariantFields(variant: PlannedVariant | undefined): Readonly<Record<string, Field>> {
  const prompt = variant?.prompt ?? null
  return {
    provider: variant?.providerId ?? null,
    provider_version: variant?.providerVersion ?? null,
    preset: variant?.presetId ?? null,
    model: variant?.model?.label ?? null,
    prompt: prompt === null ? null : 'file' in prompt ? prompt.file : `${prompt.promptId}@${prompt.version}`,
  }
}

function buildFigureFields({ stats, timeMs, chance }: Cell): Readonly<Record<string, Field>> {
  return {
    original_tokens: stats?.originalTokens ?? null,
    final_tokens: stats?.finalTokens ?? null,
    reduction_percent: stats?.reductionPercent ?? null,
    cost_usd: stats?.costUsd ?? null,
    price_usd: stats === null ? null : priceOfWork(stats),
    duration_ms: stats?.durationMs ?? null,
    model_ms: timeMs.model,
    counting_ms: timeMs.counting,
    model_calls: stats?.modelCalls ?? null,
    chance,
  }
}
