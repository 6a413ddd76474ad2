import { firstTables } from './001-first-tables.ts'
import type { Migration } from './migration.ts'

/** Every step in ascending order of version. */
export const migrations: readonly Migration[] = [firstTables]
