import { sql } from 'kysely'
import { z } from 'zod'
import { measuredRunSchema, type MeasuredRun } from '../../shared/domain/measured-run.ts'
import type { Connection } from './connection.ts'
import { flagColumn } from './flag-column.ts'
import { jsonColumn } from './json-column.ts'
import { parseRow } from './parse-row.ts'
import type { MetricsRepository } from './store.ts'

const { shape } = measuredRunSchema
const measuredRowSchema = measuredRunSchema.extend({
  model: jsonColumn(shape.model.unwrap()).nullable(),
  prompt: jsonColumn(shape.prompt.unwrap()).nullable(),
  isAutomatic: flagColumn,
  stats: jsonColumn(shape.stats.unwrap()).nullable(),
  // Results of older versions name no attempts.
  attempts: z.nullable(jsonColumn(shape.attempts)).transform((attempts) => attempts ?? []),
  warningCodes: jsonColumn(shape.warningCodes),
})

/** Rows that are read and parsed at once: the main thread has other callers. */
const pageRows = 500

/** Runs as figures need them, over a connection. SQLite takes out of the outcomes what is asked for. */
export function createMetricsRepository(connection: Connection): MetricsRepository {
  return {
    async runs({ taskId, sinceTs }) {
      const runs: MeasuredRun[] = []
      for (;;) {
        const last = runs.at(-1)
        const rows = await connection.run((db) => {
          let page = db
            .selectFrom('runs')
            .select(['id', 'providerId', 'presetId', 'model', 'prompt', 'isAutomatic', 'status', 'startedTs'])
            .select([
              sql<string | null>`outcome -> '$.stats'`.as('stats'),
              sql<string | null>`outcome -> '$.attempts'`.as('attempts'),
              sql<string | null>`outcome ->> '$.error.code'`.as('errorCode'),
              sql<string>`(select json_group_array(value ->> '$.code') from json_each(outcome, '$.warnings'))`.as(
                'warningCodes',
              ),
              sql<number>`iif(outcome is null,
                (select coalesce(sum(cost_usd), 0.0) from model_calls where run_id = runs.id), 0.0)`.as(
                'lostCostUsd',
              ),
            ])
            .orderBy('startedTs', 'desc')
            .orderBy('id')
            .limit(pageRows)
          if (taskId !== undefined) page = page.where('taskId', '=', taskId)
          if (sinceTs !== undefined) page = page.where('startedTs', '>=', sinceTs)
          if (last !== undefined)
            page = page.where(sql<boolean>`(-started_ts, id) > (${-last.startedTs}, ${last.id})`)
          return page.execute()
        })
        runs.push(...rows.map((row) => parseRow(measuredRowSchema, row, 'runs')))
        if (rows.length < pageRows) return runs
        await new Promise((resume) => setImmediate(resume))
      }
    },
  }
}
