import type { Store } from '../../../../platform/store/store.ts'

/** After this a claim is over even if its process lives, in milliseconds: few tasks take as long. */
const claimMs = 120_000

/**
 * Does work on a task while no other Dewpoint on the same database does; false, and nothing done, where one does. Reading,
 * indexing and surveying are claimed together.
 */
export async function runWhileClaimed(
  { claims }: Pick<Store, 'claims'>,
  taskId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const name = `library ${taskId}`
  if (!(await claims.take(name, claimMs))) return false
  try {
    await work()
  } finally {
    await claims.leave(name)
  }
  return true
}
