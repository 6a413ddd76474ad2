import { z } from 'zod'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import { jsonSchema, type Json } from '../records.ts'

/** What a person has set, by key. */
export type PreferenceRepository = Readonly<{
  all(): Promise<Readonly<Record<string, Json>>>
  set(key: string, value: Json): Promise<void>
}>

export const preferenceRowSchema = z.object({ key: z.string(), value: jsonColumn(jsonSchema) })

/** Preferences over a connection. Those that cannot be read are left out, but for the policy. */
export function createPreferenceRepository(connection: Connection): PreferenceRepository {
  return {
    async all() {
      const rows = await connection.run((db) =>
        db.selectFrom('preferences').selectAll().orderBy('key').execute(),
      )
      // Without the policy nobody knows what may be spent; anything else is set again.
      for (const row of rows) if (row.key === 'policy') parseRow(preferenceRowSchema, row, 'preferences')
      const parsed = connection.lists.parseRows(preferenceRowSchema, rows, 'preferences')
      return Object.fromEntries(parsed.map(({ key, value }) => [key, value]))
    },
    async set(key, value) {
      const text = JSON.stringify(value)
      await connection.run((db) =>
        db
          .insertInto('preferences')
          .values({ key, value: text })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
          .execute(),
      )
    },
  }
}
