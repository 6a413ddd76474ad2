import type { Migration } from './migration.ts'

/** Which commands and addresses somebody at this machine has allowed: settings and experiment files travel, and may not. */
export const armPermits: Migration = {
  version: 22,
  sql: `
    create table arm_permits (
      target text primary key,
      allowed_ts integer not null
    ) strict, without rowid;
  `,
}
