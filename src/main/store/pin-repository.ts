import type { Connection } from './connection.ts'
import { storedPinSchema } from './records.ts'
import type { PinRepository } from './store.ts'

/** What a person has marked as important, over a connection. */
export function createPinRepository(connection: Connection): PinRepository {
  return {
    async list(taskId) {
      const rows = await connection.run((db) =>
        db
          .selectFrom('pins')
          .selectAll()
          .where('taskId', '=', taskId)
          .orderBy('messageIndex')
          // SQLite puts null first: the whole message before its parts.
          .orderBy('partIndex')
          .execute(),
      )
      return connection.lists.parseRows(storedPinSchema, rows, 'pins')
    },
    async add(pin) {
      const row = storedPinSchema.parse(pin)
      await connection.run((db) => db.insertInto('pins').orReplace().values(row).execute())
    },
    async remove({ taskId, messageIndex, partIndex }) {
      const gone = await connection.run((db) =>
        db
          .deleteFrom('pins')
          .where('taskId', '=', taskId)
          .where('messageIndex', '=', messageIndex)
          .where('partIndex', 'is', partIndex)
          .returning('taskId')
          .executeTakeFirst(),
      )
      return gone !== undefined
    },
    async clear(taskId) {
      const gone = await connection.run((db) =>
        db.deleteFrom('pins').where('taskId', '=', taskId).returning('taskId').execute(),
      )
      return gone.length
    },
  }
}
