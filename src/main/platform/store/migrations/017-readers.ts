import type { Migration } from './migration.ts'

/**
 * Which reader read a task, or failed to, as `format@version`: a newer one reads it again. Tasks from before have none
 * and are read once more.
 */
export const readers: Migration = {
  version: 17,
  sql: 'alter table library_tasks add column reader text;',
}
