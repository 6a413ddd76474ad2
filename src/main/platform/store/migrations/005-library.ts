import type { Migration } from './migration.ts'

/**
 * Every task of the library as it lies on disk, read or not, and the folders that are followed. `stamp` says which
 * state of the files was seen last, `read_stamp` which one was read; `failure` is about `stamp`. A task that was taken
 * out of the library keeps its row with `forgotten_stamp`, so that it stays away until its files change. What only a
 * history says is in `tasks`, once it was read.
 */
export const library: Migration = {
  version: 5,
  sql: `
    create table library_tasks (
      id text primary key,
      path text not null,
      is_followed integer not null,
      stamp text,
      read_stamp text,
      forgotten_stamp text,
      is_gone integer not null,
      failure text,
      size_bytes integer,
      problems integer not null,
      title text not null,
      agent text,
      model text,
      workspace text,
      cost_usd real,
      last_activity_ts real,
      opened_ts real not null
    ) strict;

    insert into library_tasks
      select id, path, is_sample = 0 and path <> '', null, null, null, 0, null, null,
        coalesce(json_array_length(meta, '$.problems'), 0),
        title, agent, model, workspace, cost_usd, last_activity_ts, opened_ts
      from tasks;

    create table library_folders (
      path text primary key,
      added_ts real not null
    ) strict, without rowid;
  `,
}
