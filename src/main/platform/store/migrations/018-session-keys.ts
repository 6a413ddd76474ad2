import type { Migration } from './migration.ts'

/**
 * What the agent of a task calls it, as `family:id`, so that tasks that name each other are found, and when its files last
 * changed, so that one that is being written is known. Tasks of Roo Code and Cline are called by the name of their
 * folder; of the others a look at their files tells, which forgetting the stamp brings about.
 */
export const sessionKeys: Migration = {
  version: 18,
  sql: `
    alter table library_tasks add column session_key text;
    alter table library_tasks add column changed_ts real;
    update library_tasks set session_key = 'roo:' || replace(
        replace(path, '\\', '/'),
        rtrim(replace(path, '\\', '/'), replace(replace(path, '\\', '/'), '/', '')),
        ''
      )
      where id in (select id from tasks where format in ('roo-task', 'cline-task')) and path <> '';
    update library_tasks set stamp = null where is_followed = 1 and session_key is null and failure is null;
    create index library_tasks_by_session_key on library_tasks (session_key) where session_key is not null;
  `,
}
