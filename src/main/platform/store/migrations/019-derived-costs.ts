import type { Migration } from './migration.ts'

/** What of the cost of a task no agent recorded: it is at list prices, and is marked so. */
export const derivedCosts: Migration = {
  version: 19,
  sql: 'alter table tasks add column derived_usd real not null default 0;',
}
