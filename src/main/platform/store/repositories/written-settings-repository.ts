import { z } from 'zod'
import { writtenSettingsSchema, type WrittenSettings } from '../../../../shared/take-home/use-plan-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'

/** Settings that were written into the files of agents. */
export type WrittenSettingsRepository = Readonly<{
  insert(settings: WrittenSettings): Promise<void>
  /** Newest first. */
  list(): Promise<readonly WrittenSettings[]>
  remove(id: string): Promise<void>
}>

export const writtenSettingsRowSchema = z.object({ id: z.string(), body: jsonColumn(writtenSettingsSchema) })

/** The settings that were written, over a connection. */
export function createWrittenSettingsRepository(connection: Connection): WrittenSettingsRepository {
  return {
    async insert(settings) {
      const row = { id: settings.id, writtenTs: settings.writtenTs, body: JSON.stringify(settings) }
      await connection.run((db) => db.insertInto('writtenSettings').values(row).execute())
    },
    async list() {
      const rows = await connection.list(writtenSettingsRowSchema, 'writtenSettings', (db) =>
        db.selectFrom('writtenSettings').select(['id', 'body']).orderBy('writtenTs', 'desc').orderBy('id'),
      )
      return rows.map(({ body }) => body)
    },
    async remove(id) {
      await connection.change((db) => db.deleteFrom('writtenSettings').where('id', '=', id))
    },
  }
}
