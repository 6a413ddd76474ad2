import { z } from 'zod'
import type { Connection } from './connection.ts'
import { jsonColumn } from './json-column.ts'
import { parseRow } from './parse-row.ts'
import { storedReplaySchema } from './records.ts'
import type { ReplayRepository } from './store.ts'

const replayRowSchema = storedReplaySchema.extend({ request: jsonColumn(storedReplaySchema.shape.request) })
const resultRowSchema = z.object({ result: z.instanceof(Uint8Array) })
const contextsRowSchema = z.object({ contexts: z.instanceof(Uint8Array).nullable() })

/** The last replays of tasks over a connection. */
export function createReplayRepository(connection: Connection): ReplayRepository {
  return {
    put: (replay, { result, contexts }) =>
      connection.write(async (db) => {
        const { taskId, kind, request, ...rest } = storedReplaySchema.parse(replay)
        const task = await db.selectFrom('tasks').select('id').where('id', '=', taskId).executeTakeFirst()
        if (task === undefined) return false
        const row = { ...rest, request: JSON.stringify(request), result, contexts }
        await db
          .insertInto('replays')
          .values({ taskId, kind, ...row })
          .onConflict((conflict) => conflict.columns(['taskId', 'kind']).doUpdateSet(row))
          .execute()
        return true
      }),
    async find(taskId, kind) {
      const row = await connection.run((db) =>
        db
          .selectFrom('replays')
          .select(['taskId', 'kind', 'id', 'playedTs', 'version', 'taskSha256', 'planSha256', 'request'])
          .where('taskId', '=', taskId)
          .where('kind', '=', kind)
          .executeTakeFirst(),
      )
      return row === undefined ? null : parseRow(replayRowSchema, row, 'replays')
    },
    async result(id) {
      const row = await connection.run((db) =>
        db.selectFrom('replays').select('result').where('id', '=', id).executeTakeFirst(),
      )
      return row === undefined ? null : parseRow(resultRowSchema, row, 'replays').result
    },
    async contexts(id) {
      const row = await connection.run((db) =>
        db.selectFrom('replays').select('contexts').where('id', '=', id).executeTakeFirst(),
      )
      return row === undefined ? null : parseRow(contextsRowSchema, row, 'replays').contexts
    },
  }
}
