import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'

/**
 * For which servers the key in a variable of the environment is. Not part of profiles, which pages write and people
 * share: a page must not choose what leaves the environment, nor where it goes.
 */
export type KeyPermitRepository = Readonly<{
  /** Origins such as `https://models.example.com`, in alphabetical order; empty where nobody has said. */
  origins(variable: string): Promise<readonly string[]>
  allow(variable: string, origin: string): Promise<void>
}>

const permitRowSchema = z.object({ origin: z.string() })

/** Permits over a connection. */
export function createKeyPermitRepository(connection: Connection): KeyPermitRepository {
  return {
    async origins(variable) {
      const rows = await connection.run((db) =>
        db
          .selectFrom('keyPermits')
          .select('origin')
          .where('variable', '=', variable)
          .orderBy('origin')
          .execute(),
      )
      return rows.map((row) => parseRow(permitRowSchema, row, 'key_permits').origin)
    },
    async allow(variable, origin) {
      await connection.run((db) =>
        db
          .insertInto('keyPermits')
          .values({ variable, origin })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },
  }
}
