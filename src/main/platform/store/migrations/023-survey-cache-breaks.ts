import type { Migration } from './migration.ts'

/** What each request of a task lost to a broken cache, so that requests that several tasks have count once. Surveys fill it anew. */
export const surveyCacheBreaks: Migration = {
  version: 23,
  sql: `
    drop table survey_caches;
    create table survey_cache_breaks (
      task_id text not null references surveys (task_id) on delete cascade,
      request integer not null,
      cause text not null,
      tokens integer not null,
      cost_usd real,
      primary key (task_id, request)
    ) strict, without rowid;
  `,
}
