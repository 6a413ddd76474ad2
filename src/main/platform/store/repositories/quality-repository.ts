import { sql } from 'kysely'
import {
  runQualitySummarySchema,
  runQualityVersion,
  type RunQualitySummary,
} from '../../../../shared/activity/quality-types.ts'
import type { Connection } from '../database/connection.ts'

/** The quality of a row of `runs`, as JSON; null where it was not measured as it is now. */
export const qualityColumn = sql<string | null>`(
  select quality from run_qualities where run_id = runs.id and version = ${sql.lit(runQualityVersion)}
)`

/** A run whose quality is not known, and the state of its task that would say what came next. */
export type UnmeasuredRun = Readonly<{ runId: string; taskSha256: string }>

/** What results of runs kept: a cache that goes with its run, and counts only for the state of its task. */
export type QualityRepository = Readonly<{
  /** Runs with a result that were not measured, or whose task has changed since, newest first. */
  unmeasured(filter: {
    readonly taskId?: string | undefined
    readonly sinceTs?: number | undefined
  }): Promise<readonly UnmeasuredRun[]>
  /** Nothing is written where the run is gone. */
  put(run: UnmeasuredRun, quality: RunQualitySummary): Promise<void>
}>

/** Qualities of runs over a connection. */
export function createQualityRepository(connection: Connection): QualityRepository {
  return {
    unmeasured: ({ taskId, sinceTs }) =>
      connection.run((db) => {
        let runs = db
          .selectFrom('runs')
          .innerJoin('tasks', 'tasks.id', 'runs.taskId')
          .leftJoin('runQualities as known', 'known.runId', 'runs.id')
          .select(['runs.id as runId', 'tasks.snapshotSha256 as taskSha256'])
          .where('runs.status', '=', 'condensed')
          .where('runs.payloadBlob', 'is not', null)
          .where((where) =>
            where.or([
              where('known.runId', 'is', null),
              where('known.version', '!=', runQualityVersion),
              where('known.taskSha256', '!=', where.ref('tasks.snapshotSha256')),
            ]),
          )
          .orderBy('runs.startedTs', 'desc')
          .orderBy('runs.id')
        if (taskId !== undefined) runs = runs.where('runs.taskId', '=', taskId)
        if (sinceTs !== undefined) runs = runs.where('runs.startedTs', '>=', sinceTs)
        return runs.execute()
      }),
    put: ({ runId, taskSha256 }, quality) =>
      connection.write(async (db) => {
        const run = await db.selectFrom('runs').select('id').where('id', '=', runId).executeTakeFirst()
        if (run === undefined) return
        const row = {
          version: runQualityVersion,
          taskSha256,
          quality: JSON.stringify(runQualitySummarySchema.parse(quality)),
        }
        await db
          .insertInto('runQualities')
          .values({ runId, ...row })
          .onConflict((conflict) => conflict.column('runId').doUpdateSet(row))
          .execute()
      }),
  }
}
