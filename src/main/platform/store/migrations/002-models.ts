import type { Migration } from './migration.ts'

/**
 * Profiles and prompts; what models answered and what calls cost; and which model and prompt a run used. Calls refer
 * to no run, so that what was spent stays spent when a run is removed. Money in US dollars.
 */
export const models: Migration = {
  version: 2,
  sql: `
    alter table runs add column model text;
    alter table runs add column prompt text;
    alter table runs add column is_automatic integer not null default 0;

    create table profiles (
      id text primary key,
      name text not null,
      profile text not null
    ) strict;

    create table prompts (
      id text primary key,
      name text not null,
      purpose text not null
    ) strict;

    create table prompt_versions (
      prompt_id text not null references prompts (id) on delete cascade,
      version integer not null,
      text text not null,
      note text not null,
      created_ts real not null,
      primary key (prompt_id, version)
    ) strict, without rowid;

    create table answers (
      request_sha256 text primary key,
      model text not null,
      text text not null,
      usage text not null,
      created_ts real not null,
      bytes integer not null
    ) strict;
    create index answers_by_age on answers (created_ts, request_sha256, bytes);

    create table model_calls (
      id integer primary key autoincrement,
      ts real not null,
      profile_id text not null,
      model text not null,
      run_id text,
      experiment_id text,
      worst_case_usd real not null,
      cost_usd real,
      usage text
    ) strict;
    create index model_calls_by_time on model_calls (ts);
    create index model_calls_by_run on model_calls (run_id);
    create index model_calls_by_experiment on model_calls (experiment_id);
  `,
}
