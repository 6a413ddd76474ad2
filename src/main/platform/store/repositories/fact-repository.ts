import type { Connection } from '../database/connection.ts'
import { storedFactSchema } from '../records.ts'
import type { FactRepository } from '../store.ts'

/** Words that a person follows through the condensations of a task, over a connection. */
export function createFactRepository(connection: Connection): FactRepository {
  return {
    list: (taskId) =>
      connection.list(storedFactSchema, 'pinnedFacts', (db) =>
        db
          .selectFrom('pinnedFacts')
          .selectAll()
          .where('taskId', '=', taskId)
          .orderBy('createdTs')
          .orderBy('text'),
      ),
    async add(fact) {
      const row = storedFactSchema.parse(fact)
      await connection.run((db) =>
        db
          .insertInto('pinnedFacts')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },
    async remove({ taskId, text }) {
      const removed = await connection.change((db) =>
        db.deleteFrom('pinnedFacts').where('taskId', '=', taskId).where('text', '=', text),
      )
      return removed > 0
    },
  }
}
