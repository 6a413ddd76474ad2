import type { Migration } from './migration.ts'

/** Settings that were written into the files of agents; `body` is JSON. */
export const writtenSettings: Migration = {
  version: 27,
  sql: `
    create table written_settings (
      id text primary key,
      written_ts integer not null,
      body text not null
    ) strict;
  `,
}
