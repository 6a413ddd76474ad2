import type { Migration } from './migration.ts'

/** Condensed copies of sessions that were written into the folders of agents; `body` is JSON. They outlive their tasks. */
export const writtenSessions: Migration = {
  version: 26,
  sql: `
    create table written_sessions (
      id text primary key,
      written_ts integer not null,
      body text not null
    ) strict;
  `,
}
