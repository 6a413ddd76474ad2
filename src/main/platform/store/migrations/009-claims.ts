import type { Migration } from './migration.ts'

/** Work that one process does at the moment, so that another one on the same database leaves it alone. */
export const claims: Migration = {
  version: 9,
  sql: `
    create table claims (
      work text primary key,
      owner_pid integer not null,
      owner_instance text not null,
      until_ts real not null
    ) strict, without rowid;
  `,
}
