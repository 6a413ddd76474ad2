import { createHash } from 'node:crypto'
import type { ExperimentPlan, Shard } from '../../../../shared/domain/experiment.ts'
import { cellsOf, type PlannedCell } from '../../../experiments/matrix.ts'
import { sampleOf } from '../../../experiments/second-sample.ts'
import { whatIsRun } from '../cell-key.ts'

/**
 * The cells of a plan, or of its shard, in the order in which they are begun. Units are put in the order of their hashes
 * and dealt out one by one, so that shares differ by a unit at most and are the same on every machine. Identical cells
 * are one unit. Where a metric asks a model, all cells of a checkpoint are: they share its questions and its baseline.
 */
export function cellsOfShard(plan: ExperimentPlan, shard: Shard | undefined = plan.shard): PlannedCell[] {
  const cells = cellsOf(plan)
  if (shard === undefined) return cells
  const isJudged = plan.metrics.some(({ needsModel }) => needsModel)
  const named = cells.map((cell) => ({ cell, unit: isJudged ? nameOfCut(cell) : nameOfCell(cell) }))
  const order = [...new Set(named.map(({ unit }) => unit))].toSorted()
  const own = new Set(order.filter((_, place) => place % shard.of === shard.index - 1))
  return named.flatMap(({ cell, unit }) => (own.has(unit) ? [cell] : []))
}

function nameOfCut({ checkpoint: { snapshotSha256, index } }: PlannedCell): string {
  return hashOf([snapshotSha256, index])
}

function nameOfCell(cell: PlannedCell): string {
  const { checkpoint, variant } = cell
  const { snapshotSha256, index } = checkpoint
  return hashOf([snapshotSha256, index, whatIsRun(variant), variant.model?.profileId, sampleOf(cell)])
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
