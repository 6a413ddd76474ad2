import type { Migration } from './migration.ts'

/** The task that a model call condensed. Calls of earlier runs get theirs from the run, where it is still there. */
export const callTasks: Migration = {
  version: 13,
  sql: `
    alter table model_calls add column task_id text;
    update model_calls set task_id = (select task_id from runs where runs.id = model_calls.run_id);
    create index model_calls_by_task on model_calls (task_id);
  `,
}
