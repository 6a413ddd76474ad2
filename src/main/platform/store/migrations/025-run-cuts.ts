import type { Migration } from './migration.ts'

/** Runs on what an agent sent at a message of its history; null for all of the history. */
export const runCuts: Migration = {
  version: 25,
  sql: 'alter table runs add column cut integer;',
}
