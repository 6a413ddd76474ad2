import type { Migration } from './migration.ts'

/**
 * A cell's JSON, packed; `cell` then holds only what is asked of it in SQL. Null for cells of older versions, whose `cell`
 * holds it all.
 */
export const packedCells: Migration = {
  version: 29,
  sql: `alter table cells add column packed blob;`,
}
