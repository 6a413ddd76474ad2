import { z } from 'zod'
import { writtenSessionSchema } from '../../../../shared/take-home/session-copy-types.ts'
import { writtenSettingsSchema } from '../../../../shared/take-home/use-plan-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'

/** What was written into folders and files of agents: sessions, or settings. */
export type WrittenRepository<Written> = Readonly<{
  insert(written: Written): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Written[]>
  remove(id: string): Promise<void>
}>

export const writtenSessionRowSchema = z.object({ id: z.string(), body: jsonColumn(writtenSessionSchema) })
export const writtenSettingsRowSchema = z.object({ id: z.string(), body: jsonColumn(writtenSettingsSchema) })

/** Rows of one of the two tables, over a connection. */
export function createWrittenRepository<Written extends { readonly id: string; readonly writtenTs: number }>(
  connection: Connection,
  table: 'writtenSessions' | 'writtenSettings',
  rowSchema: z.ZodType<{ readonly body: Written }>,
): WrittenRepository<Written> {
  return {
    async insert(written) {
      const row = { id: written.id, writtenTs: written.writtenTs, body: JSON.stringify(written) }
      await connection.run((db) => db.insertInto(table).values(row).execute())
    },
    async list() {
      const rows = await connection.list(rowSchema, table, (db) =>
        db.selectFrom(table).select(['id', 'body']).orderBy('writtenTs', 'desc').orderBy('id'),
      )
      return rows.map(({ body }) => body)
    },
    async remove(id) {
      await connection.change((db) => db.deleteFrom(table).where('id', '=', id))
    },
  }
}
