import { sql } from 'kysely'
import { z } from 'zod'
import { modelProfileSchema } from '../../../../shared/models/model-profile-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import type { ProfileRepository } from '../store.ts'

export const profileRowSchema = z.object({ profile: jsonColumn(modelProfileSchema) })

/** Profiles over a connection. */
export function createProfileRepository(connection: Connection): ProfileRepository {
  return {
    async list() {
      const rows = await connection.list(profileRowSchema, 'profiles', (db) =>
        db
          .selectFrom('profiles')
          .select('profile')
          .orderBy(sql`name collate nocase`)
          .orderBy('id'),
      )
      return rows.map(({ profile }) => profile)
    },
    async get(id) {
      const row = await connection.one(profileRowSchema, 'profiles', (db) =>
        db.selectFrom('profiles').select('profile').where('id', '=', id),
      )
      return row?.profile ?? null
    },
    async save(profile) {
      await connection.run((db) => {
        const { id, name } = profile
        const row = { id, name, profile: JSON.stringify(modelProfileSchema.parse(profile)) }
        return db
          .insertInto('profiles')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
      })
    },
    async remove(id) {
      return (await connection.change((db) => db.deleteFrom('profiles').where('id', '=', id))) > 0
    },
  }
}
