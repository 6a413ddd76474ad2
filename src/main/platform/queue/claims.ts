import type { ClaimRepository } from '../store/repositories/claim-repository.ts'
import type { Session, SharedDatabase } from './database.ts'
import { isAlive } from './members.ts'

/** Claims that hold for all machines on a database. One ends with the lease of its owner, if not before. */
export function createSharedClaims(database: SharedDatabase, owner: string): ClaimRepository {
  return {
    async take(work, forMs) {
      const taken = await database.run(
        `insert into dewpoint.claims as c (work, owner, until)
         values ($1, $2, now() + $3 * interval '1 millisecond')
         on conflict (work) do update set owner = excluded.owner, until = excluded.until
         where c.owner = excluded.owner or c.until <= now()
           or not exists (select 1 from dewpoint.members m where m.id = c.owner and ${isAlive})`,
        [work, owner, forMs],
      )
      return taken > 0
    },
    async leave(work) {
      await database.run('delete from dewpoint.claims where work = $1 and owner = $2', [work, owner])
    },
  }
}

/** Whether any of some work is claimed by somebody who is still there. */
export async function areClaimed(database: SharedDatabase, works: readonly string[]): Promise<boolean> {
  const claimed = await database.run(
    `select 1 from dewpoint.claims c join dewpoint.members m on m.id = c.owner
     where c.work = any($1) and c.until > now() and ${isAlive} limit 1`,
    [works],
  )
  return claimed > 0
}

/** Whether a claim is still its owner's, until the transaction ends. */
export async function hasClaim({ run }: Session, work: string, owner: string): Promise<boolean> {
  const sql = 'select 1 from dewpoint.claims where work = $1 and owner = $2 for update'
  return (await run(sql, [work, owner])) > 0
}
