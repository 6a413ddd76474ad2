import type { Migration } from './migration.ts'

/** Of what is booked elsewhere, calls that were cut off with their process: perhaps they are paid for. JSON. */
export const bookedPerhaps: Migration = {
  version: 30,
  sql: `alter table experiments add column booked_perhaps text;`,
}
