import type { Migration } from './migration.ts'

/** Tasks by the one that had them done, which older agents name in the record of the subtask alone. */
export const parents: Migration = {
  version: 11,
  sql: `
    create index tasks_by_parent on tasks (json_extract(meta, '$.kin.parentId'))
      where json_extract(meta, '$.kin.parentId') is not null;
  `,
}
