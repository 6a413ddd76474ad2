import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import type { ImportedTask } from '../imported-task.ts'

/** More than any session has: a damaged figure is none. */
const mostOfAnything = 1e12

/** Adds what an agent recorded of the session as a whole; what it did not record is left out, and nothing is added for nothing. */
export function withSessionTotals<Task extends Pick<ImportedTask, 'usage'>>(
  task: Task,
  totals: SessionTotals,
): Task {
  const known = Object.entries(totals).filter(([, value]) =>
    typeof value === 'number' ? value >= 0 && value <= mostOfAnything : value !== undefined,
  )
  if (known.length === 0) return task
  return { ...task, usage: { ...task.usage, session: Object.fromEntries(known) } }
}

/** A figure of a record that has 0 until something is known. */
export function omitZero(value: number | null): number | undefined {
  return value === null || value === 0 ? undefined : value
}
