import type { Migration } from './migration.ts'

/** What every arm does to a task, for the snapshot and the arms of then; `body` is packed JSON. */
export const measuredArms: Migration = {
  version: 24,
  sql: `
    create table measured_arms (
      task_id text primary key references tasks (id) on delete cascade,
      snapshot_sha256 text not null,
      arms_sha256 text not null,
      body blob not null
    ) strict;
  `,
}
