import type { RandomSource } from '../statistics/create-seeded-random.ts'
import type { Observation } from '../statistics/pair-observations.ts'

/** From 0 to under 1. */
export function nextShare(random: RandomSource): number {
  return random.nextUint32() / 2 ** 32
}

/** A standard normal value, by Box and Muller. */
export function nextNormal(random: RandomSource): number {
  const distance = Math.sqrt(-2 * Math.log(1 - nextShare(random)))
  return distance * Math.cos(2 * Math.PI * nextShare(random))
}

/**
 * Values of a variant at 1 to 5 checkpoints of each task. `layout` draws how many, so that two variants drawn with the
 * same layout seed meet at the same checkpoints; `valueAt` draws each value.
 */
export function simulateObservations(
  taskCount: number,
  layout: RandomSource,
  valueAt: (task: number) => number,
): readonly Observation[] {
  return Array.from({ length: taskCount }, (_, task) =>
    Array.from({ length: 1 + layout.nextIndex(5) }, (__, checkpoint) => ({
      taskId: `task-${task}`,
      checkpointId: `cut-${checkpoint}`,
      value: valueAt(task),
    })),
  ).flat()
}

/** Tasks of one checkpoint each: all values by position. */
export function singleCheckpoints(values: readonly (number | null)[]): readonly Observation[] {
  return values.map((value, task) => ({ taskId: `task-${task}`, checkpointId: 'cut', value }))
}
