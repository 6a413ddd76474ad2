import { readFieldValues } from '../../../../../shared/library/filter-tasks.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { describeFilterValue, type FilterField } from './filter-labels.ts'

/** A value that tasks have, and how many have it. */
export type FilterOption = { readonly value: string | null; readonly label: string; readonly tasks: number }

/** The values of a field, the most frequent first. Chosen ones that no task has any more stay to be unchosen. */
export function filterOptions(
  tasks: readonly TaskSummary[],
  field: FilterField,
  chosen: readonly (string | null)[],
): readonly FilterOption[] {
  const counts = new Map<string | null, number>(chosen.map((value) => [value, 0]))
  for (const task of tasks)
    for (const value of readFieldValues(task, field)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, label: describeFilterValue(field, value), tasks: count }))
    .toSorted((a, b) => b.tasks - a.tasks || a.label.localeCompare(b.label, 'en'))
}
