import type { Migration } from './migration.ts'

/**
 * Whose an experiment is that was pulled from a team. And what a restored backup would do outside of the database, out of its
 * own table until the person confirms it: which key goes where, what may run, which files are put back. `body` is its row as
 * JSON.
 */
export const foreignThings: Migration = {
  version: 31,
  sql: `
    alter table experiments add column pushed_by text;
    create table asleep (
      kind text not null,
      id text not null,
      since_ts integer not null,
      body text not null,
      primary key (kind, id)
    ) strict, without rowid;
  `,
}
