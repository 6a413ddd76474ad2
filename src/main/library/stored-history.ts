import type { StoredTask } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * A task with its packed history, as a background step needs it; null where it was forgotten meanwhile: whoever forgets
 * a task tells the steps too.
 */
export async function storedHistory(
  store: Pick<Store, 'tasks' | 'blobs'>,
  taskId: string,
): Promise<{ readonly task: StoredTask; readonly bytes: Uint8Array } | null> {
  const task = await store.tasks.get(taskId)
  const bytes = task === null ? null : await store.blobs.get(task.sourceBlob)
  return task === null || bytes === null ? null : { task, bytes }
}
