import type { Migration } from './migration.ts'

/** What each task had of each model, the one with the most requests at place 0; as of the survey of the task. */
export const surveyModels: Migration = {
  version: 10,
  sql: `
    create table survey_models (
      task_id text not null references surveys (task_id) on delete cascade,
      place integer not null,
      model text,
      requests integer not null,
      cost_usd real,
      primary key (task_id, place)
    ) strict, without rowid;
  `,
}
