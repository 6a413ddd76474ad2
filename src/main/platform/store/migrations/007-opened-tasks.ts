import type { Migration } from './migration.ts'

/**
 * Tasks that a person opened by themselves are followed even where nobody watches their folder. Of those from before,
 * these are the ones that are followed outside of all watched folders.
 */
export const openedTasks: Migration = {
  version: 7,
  sql: `
    alter table library_tasks add column is_single integer not null default 0;

    update library_tasks set is_single = 1
    where is_followed = 1 and not exists (
      select 1 from library_folders folders
      where library_tasks.path = folders.path
        or substr(library_tasks.path, 1, length(folders.path) + 1) in (folders.path || '/', folders.path || '\\')
    );
  `,
}
