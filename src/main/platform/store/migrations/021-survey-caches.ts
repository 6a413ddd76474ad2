import type { Migration } from './migration.ts'

/** What each task lost to broken caches, by cause; as of the survey of the task. */
export const surveyCaches: Migration = {
  version: 21,
  sql: `
    create table survey_caches (
      task_id text not null references surveys (task_id) on delete cascade,
      cause text not null,
      breaks integer not null,
      tokens integer not null,
      cost_usd real,
      primary key (task_id, cause)
    ) strict, without rowid;
  `,
}
