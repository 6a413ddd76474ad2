import { z } from 'zod'
import { writtenSessionSchema, type WrittenSession } from '../../../../shared/take-home/session-copy-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'

/** Condensed copies of sessions that were written into the folders of agents. */
export type WrittenSessionRepository = Readonly<{
  insert(session: WrittenSession): Promise<void>
  /** Newest first. */
  list(): Promise<readonly WrittenSession[]>
  remove(id: string): Promise<void>
}>

export const writtenSessionRowSchema = z.object({ id: z.string(), body: jsonColumn(writtenSessionSchema) })

/** What was written into the folders of agents, over a connection. */
export function createWrittenSessionRepository(connection: Connection): WrittenSessionRepository {
  return {
    async insert(session) {
      const row = { id: session.id, writtenTs: session.writtenTs, body: JSON.stringify(session) }
      await connection.run((db) => db.insertInto('writtenSessions').values(row).execute())
    },
    async list() {
      const rows = await connection.list(writtenSessionRowSchema, 'writtenSessions', (db) =>
        db.selectFrom('writtenSessions').select(['id', 'body']).orderBy('writtenTs', 'desc').orderBy('id'),
      )
      return rows.map(({ body }) => body)
    },
    async remove(id) {
      await connection.change((db) => db.deleteFrom('writtenSessions').where('id', '=', id))
    },
  }
}
