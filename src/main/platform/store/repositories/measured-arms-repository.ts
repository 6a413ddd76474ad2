import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import { createSurveyRepository, type SurveyRepository } from './survey-repository.ts'
import { isAtSnapshot, readSnapshots } from './task-caches.ts'

const bodyRowSchema = z.object({ taskId: z.string(), body: z.instanceof(Uint8Array) })
type MeasuredRow = Readonly<{ taskId: string; body: Uint8Array }>

/** What every arm does to each task: a cache that goes with its task, and counts only for the snapshot and arms of now. */
type MeasuredArmsRepository = Readonly<{
  /** Replaces what was kept of the task; nothing is written where the task is gone or has changed meanwhile. */
  put(row: MeasuredRow & { readonly snapshotSha256: string; readonly armsSha256: string }): Promise<void>
  /** The snapshot at which each task was measured with these arms, by task id. */
  snapshots(armsSha256: string): Promise<ReadonlyMap<string, string>>
  /** Packed, of these tasks as they are now; all tasks where none are named. */
  list(armsSha256: string, taskIds?: readonly string[]): Promise<readonly MeasuredRow[]>
  remove(taskId: string): Promise<void>
}>

/** What is worked out in the background for each task. */
export type TaskMeasures = Readonly<{ surveys: SurveyRepository; measuredArms: MeasuredArmsRepository }>

/** The same over a connection. */
export function createTaskMeasures(connection: Connection): TaskMeasures {
  return {
    surveys: createSurveyRepository(connection),
    measuredArms: createMeasuredArmsRepository(connection),
  }
}

/** What was measured, over a connection. */
function createMeasuredArmsRepository(connection: Connection): MeasuredArmsRepository {
  return {
    put: ({ taskId, snapshotSha256, armsSha256, body }) =>
      connection.write(async (db) => {
        if (!(await isAtSnapshot(db, taskId, snapshotSha256))) return
        const row = { snapshotSha256, armsSha256, body }
        await db
          .insertInto('measuredArms')
          .values({ taskId, ...row })
          .onConflict((conflict) => conflict.column('taskId').doUpdateSet(row))
          .execute()
      }),
    snapshots: (armsSha256) =>
      readSnapshots(connection, 'measured_arms', (db) =>
        db
          .selectFrom('measuredArms')
          .select(['taskId', 'snapshotSha256'])
          .where('armsSha256', '=', armsSha256),
      ),
    async list(armsSha256, taskIds) {
      const rows = await connection.run((db) =>
        db
          .selectFrom('measuredArms')
          .innerJoin('tasks', (join) =>
            join
              .onRef('tasks.id', '=', 'measuredArms.taskId')
              .onRef('tasks.snapshotSha256', '=', 'measuredArms.snapshotSha256'),
          )
          .select(['measuredArms.taskId', 'measuredArms.body'])
          .where('measuredArms.armsSha256', '=', armsSha256)
          .orderBy('measuredArms.taskId')
          .execute(),
      )
      const wanted = taskIds === undefined ? null : new Set(taskIds)
      return rows
        .map((row) => parseRow(bodyRowSchema, row, 'measured_arms'))
        .filter(({ taskId }) => wanted === null || wanted.has(taskId))
    },
    async remove(taskId) {
      await connection.run((db) => db.deleteFrom('measuredArms').where('taskId', '=', taskId).execute())
    },
  }
}
