import { sql } from 'kysely'
import { z } from 'zod'
import { modelProfileSchema, type ModelProfile } from '../../shared/domain/model-profile.ts'
import type { Connection } from './connection.ts'
import { jsonColumn } from './json-column.ts'
import { parseRow } from './parse-row.ts'
import type { ProfileRepository } from './store.ts'

export const profileRowSchema = z.object({ profile: jsonColumn(modelProfileSchema) })

const toProfile = (row: unknown): ModelProfile => parseRow(profileRowSchema, row, 'profiles').profile

/** Profiles over a connection. */
export function createProfileRepository(connection: Connection): ProfileRepository {
  return {
    async list() {
      const rows = await connection.run((db) =>
        db
          .selectFrom('profiles')
          .select('profile')
          .orderBy(sql`name collate nocase`)
          .orderBy('id')
          .execute(),
      )
      return connection.lists.parseRows(profileRowSchema, rows, 'profiles').map(({ profile }) => profile)
    },
    async get(id) {
      const row = await connection.run((db) =>
        db.selectFrom('profiles').select('profile').where('id', '=', id).executeTakeFirst(),
      )
      return row === undefined ? null : toProfile(row)
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
      const gone = await connection.run((db) =>
        db.deleteFrom('profiles').where('id', '=', id).returning('id').executeTakeFirst(),
      )
      return gone !== undefined
    },
  }
}
