import type { TaskSummary } from '../domain/task.ts'

/** What a task has of a field by which tasks are chosen; null where it has none. Of models it may have several. */
export function valuesOfField(
  task: TaskSummary,
  field: 'agent' | 'model' | 'workspace' | 'era' | 'state',
): readonly (string | null)[] {
  return field === 'model' && task.models.length > 0 ? task.models : [task[field]]
}
