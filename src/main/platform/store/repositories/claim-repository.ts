import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import type { Owner } from '../owner.ts'

/** Who does what at the moment: work that another living process has claimed is left to it. */
export type ClaimRepository = Readonly<{
  /** False where another one has it. A claim ends after `forMs`, or with its process. */
  take(work: string, forMs: number): Promise<boolean>
  /** Ends a claim of one's own. */
  leave(work: string): Promise<void>
}>

const claimRowSchema = z.object({ ownerPid: z.int(), ownerInstance: z.string() })

type Dependencies = Readonly<{ connection: Connection; owner: Owner; clock: () => number }>

/** Claims over a connection; whoever opened it makes them. */
export function createClaimRepository({ connection, owner, clock }: Dependencies): ClaimRepository {
  const mine = { ownerPid: owner.processId, ownerInstance: owner.instance }
  return {
    take: (work, forMs) =>
      connection.writeFleeting(async (db) => {
        // Also those that nobody asks for again: their process ended, or their task is gone.
        await db.deleteFrom('claims').where('untilTs', '<=', clock()).execute()
        const row = await db
          .selectFrom('claims')
          .select(['ownerPid', 'ownerInstance'])
          .where('work', '=', work)
          .executeTakeFirst()
        const held = row === undefined ? null : parseRow(claimRowSchema, row, 'claims')
        const isOver = held === null || !owner.isAlive(held.ownerPid, held.ownerInstance)
        const isMine = held?.ownerPid === mine.ownerPid && held.ownerInstance === mine.ownerInstance
        if (!isOver && !isMine) return false
        const claim = { ...mine, untilTs: clock() + forMs }
        await db
          .insertInto('claims')
          .values({ work, ...claim })
          .onConflict((conflict) => conflict.column('work').doUpdateSet(claim))
          .execute()
        return true
      }),
    async leave(work) {
      await connection.writeFleeting((db) =>
        db
          .deleteFrom('claims')
          .where('work', '=', work)
          .where('ownerPid', '=', mine.ownerPid)
          .where('ownerInstance', '=', mine.ownerInstance)
          .execute(),
      )
    },
  }
}
