import type { TaskSummary } from '../../../../shared/domain/task.ts'

type Figure = (task: TaskSummary) => number | null

/** Adds up what is known of tasks. Null where nothing is known of any. */
export function sumOf(figure: Figure): (tasks: readonly TaskSummary[]) => number | null {
  return (tasks) => known(tasks, figure).reduce<number | null>((sum, value) => (sum ?? 0) + value, null)
}

/** The largest of what is known of tasks. Null where nothing is known of any. */
export function latestOf(figure: Figure): (tasks: readonly TaskSummary[]) => number | null {
  return (tasks) =>
    known(tasks, figure).reduce<number | null>((most, value) => Math.max(most ?? value, value), null)
}

function known(tasks: readonly TaskSummary[], figure: Figure): readonly number[] {
  return tasks.map(figure).filter((value) => value !== null)
}
