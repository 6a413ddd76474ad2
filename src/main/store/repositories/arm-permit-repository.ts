import type { Connection } from '../database/connection.ts'

/**
 * What somebody at this machine has allowed external arms to run and to ask. Not part of settings, presets or experiment
 * files, which pages write and people share.
 */
export type ArmPermitRepository = Readonly<{
  isAllowed(target: string): Promise<boolean>
  /** Keeps that a target is allowed; `ts` in milliseconds since 1970. */
  allow(target: string, ts: number): Promise<void>
}>

/** Permits over a connection. */
export function createArmPermitRepository(connection: Connection): ArmPermitRepository {
  return {
    async isAllowed(target) {
      const rows = await connection.run((db) =>
        db.selectFrom('armPermits').select('target').where('target', '=', target).execute(),
      )
      return rows.length > 0
    },
    async allow(target, allowedTs) {
      await connection.run((db) =>
        db
          .insertInto('armPermits')
          .values({ target, allowedTs })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },
  }
}
