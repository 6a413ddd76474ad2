import { createHash } from 'node:crypto'
import type { ExperimentPlan, Shard } from '../../../../shared/experiments/experiment-types.ts'
import { listRunInputs } from '../compute-cell-key.ts'
import { planCells, type PlannedCell } from '../compute/matrix.ts'
import { computeSampleNumber } from '../compute/second-sample.ts'

/**
 * The cells of a plan, or of its shard, in the order in which they are begun. Units are put in the order of their hashes
 * and dealt out one by one, so that shares differ by a unit at most and are the same on every machine. Identical cells
 * are one unit. Where a metric asks a model, all cells of a checkpoint are: they share its questions and its baseline.
 */
export function selectShardCells(plan: ExperimentPlan, shard: Shard | undefined = plan.shard): PlannedCell[] {
  const cells = planCells(plan)
  if (shard === undefined) return cells
  const isJudged = plan.metrics.some(({ needsModel }) => needsModel)
  const named = cells.map((cell) => ({ cell, unit: isJudged ? formatCutName(cell) : formatCellName(cell) }))
  const order = [...new Set(named.map(({ unit }) => unit))].toSorted()
  const own = new Set(order.filter((_, place) => place % shard.of === shard.index - 1))
  return named.flatMap(({ cell, unit }) => (own.has(unit) ? [cell] : []))
}

function formatCutName({ checkpoint: { snapshotSha256, index } }: PlannedCell): string {
  return hashValue([snapshotSha256, index])
}

function formatCellName(cell: PlannedCell): string {
  const { checkpoint, variant } = cell
  const { snapshotSha256, index } = checkpoint
  return hashValue([
    snapshotSha256,
    index,
    listRunInputs(variant),
    variant.model?.profileId,
    computeSampleNumber(cell),
  ])
}

function hashValue(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
