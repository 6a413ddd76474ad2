import type { Migration } from './migration.ts'

/** One folder is one workspace: earlier versions kept it as each agent had written it. */
export const workspaces: Migration = {
  version: 12,
  sql: ['tasks', 'library_tasks']
    .map(
      (table) => `
    update ${table} set workspace = upper(substr(workspace, 1, 1)) || replace(substr(workspace, 2), '/', '\\')
      where workspace glob '[A-Za-z]:*';
    update ${table} set workspace = rtrim(workspace, '\\')
      where workspace glob '[A-Z]:*[^:]\\' or workspace glob '\\\\*[^\\]\\';
    update ${table} set workspace = rtrim(workspace, '/') where workspace glob '*[^/]/';
  `,
    )
    .join(''),
}
