import type { TaskVersion } from './background-step.ts'

/** Ids of the tasks for which something was done at the very snapshot that they have now. */
export function doneAmong(
  tasks: readonly TaskVersion[],
  /** Snapshots at which it was done, by task id. */
  snapshots: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const done = tasks.filter(({ id, snapshotSha256 }) => snapshots.get(id) === snapshotSha256)
  return new Set(done.map(({ id }) => id))
}
