import type Database from 'better-sqlite3'
import { z } from 'zod'
import { explainStoreError } from './explain-store-error.ts'

const findingsSchema = z.array(z.object({ integrity_check: z.string() }))
const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

/** SQLite's own check of the file, and references that lead nowhere; empty when all is well. */
export async function checkIntegrity(database: Database.Database): Promise<readonly string[]> {
  try {
    const findings = findingsSchema
      .parse(database.pragma('integrity_check'))
      .map((row) => row.integrity_check)
    const dangling = danglingSchema.parse(database.pragma('foreign_key_check'))
    return [
      ...findings.filter((finding) => finding !== 'ok'),
      ...dangling.map(
        ({ table, parent }) => `a row of ${table} refers to a row of ${parent} that is missing`,
      ),
    ]
  } catch (error) {
    throw explainStoreError(database.name, error)
  }
}
