import type { Migration } from './migration.ts'

/** What model calls of an experiment took that shards or workers have booked on other machines. */
export const bookedElsewhere: Migration = {
  version: 28,
  sql: `alter table experiments add column booked_usd real;`,
}
