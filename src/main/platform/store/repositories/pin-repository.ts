import type { Connection } from '../database/connection.ts'
import { storedPinSchema } from '../records.ts'
import type { PinRepository } from '../store.ts'

/** What a person has marked as important, over a connection. */
export function createPinRepository(connection: Connection): PinRepository {
  return {
    list: (taskId) =>
      connection.list(storedPinSchema, 'pins', (db) =>
        db
          .selectFrom('pins')
          .selectAll()
          .where('taskId', '=', taskId)
          .orderBy('messageIndex')
          // SQLite puts null first: the whole message before its parts.
          .orderBy('partIndex'),
      ),
    async add(pin) {
      const row = storedPinSchema.parse(pin)
      await connection.run((db) => db.insertInto('pins').orReplace().values(row).execute())
    },
    async remove({ taskId, messageIndex, partIndex }) {
      const removed = await connection.change((db) =>
        db
          .deleteFrom('pins')
          .where('taskId', '=', taskId)
          .where('messageIndex', '=', messageIndex)
          .where('partIndex', 'is', partIndex),
      )
      return removed > 0
    },
    clear: (taskId) => connection.change((db) => db.deleteFrom('pins').where('taskId', '=', taskId)),
  }
}
