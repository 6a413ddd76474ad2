import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Who asks, and how it is found out whether another owner of runs and experiments still lives. */
export type Owner = Readonly<{
  processId: number
  /** Tells apart two openings of the store by processes that got the same number. */
  instance: string
  isAlive: (processId: number, instance: string) => boolean
}>

/** Ends the running rows whose process is gone. Gives their ids. */
export async function interruptOrphans(
  db: Transaction<Tables>,
  table: 'runs' | 'experiments',
  owner: Owner,
  now: number,
): Promise<readonly string[]> {
  const running = await db
    .selectFrom(table)
    .select(['id', 'ownerPid', 'ownerInstance'])
    .where('status', '=', 'running')
    .execute()
  const orphans = running
    .filter(({ ownerPid, ownerInstance }) => !owner.isAlive(ownerPid, ownerInstance))
    .map(({ id }) => id)
  await db
    .updateTable(table)
    .set({ status: 'interrupted', finishedTs: now })
    .where('id', 'in', orphans)
    .execute()
  return orphans
}
