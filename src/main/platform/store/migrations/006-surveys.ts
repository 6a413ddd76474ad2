import type { Migration } from './migration.ts'

/** What each task adds to the sums of the library, as of one snapshot of it and one way to count. */
export const surveys: Migration = {
  version: 6,
  sql: `
    create table surveys (
      task_id text primary key references tasks (id) on delete cascade,
      snapshot_sha256 text not null,
      version integer not null,
      tokens integer not null,
      lossless_tokens integer not null
    ) strict, without rowid;

    create table survey_kinds (
      task_id text not null references surveys (task_id) on delete cascade,
      kind text not null,
      tokens integer not null,
      primary key (task_id, kind)
    ) strict, without rowid;

    create table survey_tools (
      task_id text not null references surveys (task_id) on delete cascade,
      tool text not null,
      calls integer not null,
      call_tokens integer not null,
      result_tokens integer not null,
      primary key (task_id, tool)
    ) strict, without rowid;
  `,
}
