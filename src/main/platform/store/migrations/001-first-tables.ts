import type { Migration } from './migration.ts'

/** Tasks, runs, cached measurements and preferences over content-addressed blobs. Times are milliseconds since 1970. */
export const firstTables: Migration = {
  version: 1,
  sql: `
    create table blobs (
      hash text primary key,
      bytes blob not null,
      created_ts real not null
    ) strict;

    create table tasks (
      id text primary key,
      format text not null,
      path text not null,
      title text not null,
      agent text,
      model text,
      workspace text,
      era text not null,
      is_sample integer not null,
      messages integer not null,
      tokens integer,
      cost_usd real,
      condensations integer not null,
      last_activity_ts real,
      opened_ts real not null,
      snapshot_sha256 text not null,
      source_blob text not null references blobs (hash),
      meta text not null
    ) strict;
    create index tasks_by_source on tasks (source_blob);
    create index tasks_by_snapshot on tasks (snapshot_sha256);

    create table measurements (
      snapshot_sha256 text not null,
      counter_id text not null,
      blob text not null references blobs (hash),
      primary key (snapshot_sha256, counter_id)
    ) strict, without rowid;
    create index measurements_by_blob on measurements (blob);

    create table runs (
      id text primary key,
      task_id text not null references tasks (id) on delete cascade,
      snapshot_sha256 text not null,
      source_blob text not null references blobs (hash),
      provider_id text not null,
      provider_version text not null,
      preset_id text,
      settings text not null,
      target_tokens integer,
      status text not null,
      owner_pid integer not null,
      owner_instance text not null,
      started_ts real not null,
      finished_ts real,
      outcome text,
      payload_blob text references blobs (hash)
    ) strict;
    create index runs_by_task on runs (task_id);
    create index runs_by_status on runs (status);
    create index runs_by_source on runs (source_blob);
    create index runs_by_payload on runs (payload_blob);
    create index runs_by_snapshot on runs (snapshot_sha256);

    create table preferences (
      key text primary key,
      value text not null
    ) strict;
  `,
}
