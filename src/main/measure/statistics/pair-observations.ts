import type { Pair } from '../../../shared/condense/comparison-types.ts'

/** One value of a metric: of a variant at a checkpoint of a task, in one repeat. */
export type Observation = {
  readonly taskId: string
  /** Unique within its task. */
  readonly checkpointId: string
  /** Null where the cell failed or the metric does not apply: never a zero. */
  readonly value: number | null
}

export type Pairing = {
  readonly pairs: readonly Pair[]
  /** Checkpoints that have a value of one variant only and are therefore not compared. */
  readonly unpaired: number
}

type Mean = { readonly taskId: string; readonly checkpointId: string; readonly mean: number }

/**
 * Puts the values of two variants side by side, checkpoint by checkpoint, in the order of the baseline. Repeats are
 * averaged first: they are no data of their own. Throws where a value is not finite.
 */
export function pairObservations(
  baseline: readonly Observation[],
  candidate: readonly Observation[],
): Pairing {
  const baselineMeans = computeCheckpointMeans(baseline)
  const candidateMeans = computeCheckpointMeans(candidate)
  const pairs = [...baselineMeans].flatMap(([key, { taskId, checkpointId, mean }]): Pair[] => {
    const other = candidateMeans.get(key)
    if (other === undefined) return []
    const difference = computeDifference(mean, other.mean)
    return [{ taskId, checkpointId, baseline: mean, candidate: other.mean, difference }]
  })
  return { pairs, unpaired: baselineMeans.size + candidateMeans.size - 2 * pairs.length }
}

function computeCheckpointMeans(observations: readonly Observation[]): ReadonlyMap<string, Mean> {
  const groups = Map.groupBy(
    observations.filter(({ value }) => value !== null),
    ({ taskId, checkpointId }) => JSON.stringify([taskId, checkpointId]),
  )
  return new Map(
    [...groups].flatMap(([key, group]): [string, Mean][] => {
      const [first] = group
      if (first === undefined) return []
      const { taskId, checkpointId } = first
      return [[key, { taskId, checkpointId, mean: computeMean(group) }]]
    }),
  )
}

function computeMean(observations: readonly Observation[]): number {
  const sum = observations.reduce((total, { value }) => total + (value ?? 0), 0)
  if (!Number.isFinite(sum)) throw new RangeError('A value that is compared must be a finite number.')
  return sum / observations.length
}

/**
 * Rounded to 12 digits of the larger value: what is behind them is the order in which the repeats were added, and a
 * sign of that on every checkpoint would look like a difference between identical variants.
 */
function computeDifference(baseline: number, candidate: number): number {
  const larger = Math.max(Math.abs(baseline), Math.abs(candidate))
  if (larger === 0) return 0
  const decimals = 12 - Math.ceil(Math.log10(larger))
  // Plus zero, because what rounds to zero from below is −0.
  return Number((candidate - baseline).toFixed(Math.min(100, Math.max(0, decimals)))) + 0
}
