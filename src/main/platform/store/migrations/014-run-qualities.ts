import type { Migration } from './migration.ts'

/** What results of runs kept: a cache. `task_sha256` is the state of the task that what came next was taken from. */
export const runQualities: Migration = {
  version: 14,
  sql: `
    create table run_qualities (
      run_id text primary key references runs (id) on delete cascade,
      version integer not null,
      task_sha256 text not null,
      quality text not null
    ) strict, without rowid;
  `,
}
