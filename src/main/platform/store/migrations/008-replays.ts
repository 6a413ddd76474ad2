import type { Migration } from './migration.ts'

/**
 * The last replay of each task, and its last drift. The hashes are of what it was computed from; `contexts` says what
 * was sent with each request, null where that is too large to keep.
 */
export const replays: Migration = {
  version: 8,
  sql: `
    create table replays (
      task_id text not null references tasks (id) on delete cascade,
      kind text not null,
      id text not null unique,
      played_ts real not null,
      version text not null,
      task_sha256 text not null,
      plan_sha256 text not null,
      request text not null,
      result blob not null,
      contexts blob,
      primary key (task_id, kind)
    ) strict;
  `,
}
