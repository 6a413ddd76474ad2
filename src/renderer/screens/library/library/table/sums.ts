import type { TaskSummary } from '../../../../../shared/library/task-types.ts'

type Figure = (task: TaskSummary) => number | null

/** Adds up what is known of tasks. Null where nothing is known of any. */
export function createFigureSum(figure: Figure): (tasks: readonly TaskSummary[]) => number | null {
  return (tasks) =>
    collectKnownFigures(tasks, figure).reduce<number | null>((sum, value) => (sum ?? 0) + value, null)
}

/** The largest of what is known of tasks. Null where nothing is known of any. */
export function createFigureMaximum(figure: Figure): (tasks: readonly TaskSummary[]) => number | null {
  return (tasks) =>
    collectKnownFigures(tasks, figure).reduce<number | null>(
      (most, value) => Math.max(most ?? value, value),
      null,
    )
}

function collectKnownFigures(tasks: readonly TaskSummary[], figure: Figure): readonly number[] {
  return tasks.map(figure).filter((value) => value !== null)
}
