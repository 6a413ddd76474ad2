import { z } from 'zod'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { storedReplaySchema, type StoredReplay } from '../records.ts'

/** The last replay and the last drift of each task, which go with it. */
export type ReplayRepository = Readonly<{
  /**
   * Takes the place of the last one; its results are packed, null for contexts that are not kept. False, and nothing
   * written, where the task is gone.
   */
  put(
    replay: StoredReplay,
    packed: { readonly result: Uint8Array; readonly contexts: Uint8Array | null },
  ): Promise<boolean>
  find(taskId: string, kind: StoredReplay['kind']): Promise<StoredReplay | null>
  /** Those of all tasks, the newest first. */
  list(): Promise<readonly StoredReplay[]>
  /** What came of it, packed; null where it is not the last one any more. */
  result(id: string): Promise<Uint8Array | null>
  /** What was sent with each request, packed; null also where that was not kept. */
  contexts(id: string): Promise<Uint8Array | null>
}>

export const replayRowSchema = storedReplaySchema.extend({
  request: jsonColumn(storedReplaySchema.shape.request),
})
/** All but what came of it, which can be large. */
const ownColumns = [
  'taskId',
  'kind',
  'id',
  'playedTs',
  'version',
  'taskSha256',
  'planSha256',
  'request',
] as const
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
    find: (taskId, kind) =>
      connection.one(replayRowSchema, 'replays', (db) =>
        db.selectFrom('replays').select(ownColumns).where('taskId', '=', taskId).where('kind', '=', kind),
      ),
    list: () =>
      connection.list(replayRowSchema, 'replays', (db) =>
        db.selectFrom('replays').select(ownColumns).orderBy('playedTs', 'desc').orderBy('id'),
      ),
    async result(id) {
      const row = await connection.one(resultRowSchema, 'replays', (db) =>
        db.selectFrom('replays').select('result').where('id', '=', id),
      )
      return row?.result ?? null
    },
    async contexts(id) {
      const row = await connection.one(contextsRowSchema, 'replays', (db) =>
        db.selectFrom('replays').select('contexts').where('id', '=', id),
      )
      return row?.contexts ?? null
    },
  }
}
