import { setTimeout } from 'node:timers/promises'
import type { ReadBytes } from './shown-task.ts'
import type { UnstoredTasks } from './unstored-tasks.ts'

/** Nobody sees more steps than this, in milliseconds. */
const stepMs = 300

/** How far the file of a task is that is shown already, until all of it is stored; nothing for all others. The page shows this. */
export async function* followReading(
  { shown, settled }: Pick<UnstoredTasks, 'shown' | 'settled'>,
  taskId: string,
): AsyncGenerator<ReadBytes, void> {
  for (let task = shown(taskId); task !== null; task = shown(taskId)) {
    const read = task.readBytes()
    if (read !== null) yield read
    // Whoever asks for the task next hears why it could not be stored.
    const stored = settled(taskId).catch(() => undefined)
    await Promise.race([stored, setTimeout(stepMs, undefined, { ref: false })])
  }
}
