import type { Connection } from '../database/connection.ts'
import { createAsleepRepository, type AsleepRepository } from './asleep-repository.ts'
import { createKeyPermitRepository, type KeyPermitRepository } from './key-permit-repository.ts'

/**
 * What somebody at this machine has allowed external arms to run and to ask. Not part of settings, presets or experiment
 * files, which pages write and people share.
 */
type ArmPermitRepository = Readonly<{
  isAllowed(target: string): Promise<boolean>
  /** Keeps that a target is allowed; `ts` in milliseconds since 1970. */
  allow(target: string, ts: number): Promise<void>
}>

/** All that somebody at this machine has allowed, and what of a restored backup waits for that. */
export type Permits = Readonly<{
  keyPermits: KeyPermitRepository
  armPermits: ArmPermitRepository
  asleep: AsleepRepository
}>

/** The same over a connection. */
export function createPermits(connection: Connection): Permits {
  return {
    keyPermits: createKeyPermitRepository(connection),
    armPermits: createArmPermitRepository(connection),
    asleep: createAsleepRepository(connection),
  }
}

/** Permits over a connection. */
function createArmPermitRepository(connection: Connection): ArmPermitRepository {
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
