import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { paidSchema } from '../../../../shared/activity/metrics-types.ts'
import { measuredRunSchema, type MeasuredRun } from '../../../../shared/condense/run-types.ts'
import { append } from '../../../../shared/kernel/append.ts'
import { abStrategyId, findArmInReasons } from '../../../../shared/methods/ab-arms.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { settingsSchema } from '../../../../shared/methods/provider-types.ts'
import { flagColumn, jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import type { MetricsRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { qualityColumn } from './quality-repository.ts'
import { perhapsPaid } from './spending-repository.ts'

const { shape } = measuredRunSchema
const measuredRowSchema = measuredRunSchema.omit({ oldArm: true }).extend({
  model: jsonColumn(shape.model.unwrap()).nullable(),
  prompt: jsonColumn(shape.prompt.unwrap()).nullable(),
  isAutomatic: flagColumn,
  stats: jsonColumn(shape.stats.unwrap()).nullable(),
  // Results of older versions name no attempts.
  attempts: z.nullable(jsonColumn(shape.attempts)).transform((attempts) => attempts ?? []),
  warningCodes: jsonColumn(shape.warningCodes),
  quality: jsonColumn(shape.quality.unwrap()).nullable(),
  /** Of A/B assignments alone. */
  abSettings: jsonColumn(settingsSchema).nullable(),
  abReasons: jsonColumn(z.array(z.string())).nullable(),
})

/** Rows that are read and parsed at once: the main thread has other callers. */
const pageRows = 500

type Filter = Parameters<MetricsRepository['runs']>[0]

/** Runs as figures need them, over a connection. SQLite takes out of the outcomes what is asked for. */
export function createMetricsRepository(connection: Connection): MetricsRepository {
  return {
    async runs(filter) {
      const runs: MeasuredRun[] = []
      for (let lastRow = 0; ;) {
        const rows = await connection.run((db) => pageQuery(db, filter, lastRow).execute())
        for (const { row, ...columns } of rows) {
          append(runs, connection.lists.parseRows(measuredRowSchema, [columns], 'runs').map(toMeasured))
          lastRow = row
        }
        if (rows.length < pageRows) break
        await new Promise((resume) => setImmediate(resume))
      }
      return runs.toSorted((a, b) => b.startedTs - a.startedTs || (a.id < b.id ? -1 : 1))
    },
    async paid(filter) {
      const row = await connection.run((db) => paidQuery(db, filter).executeTakeFirst())
      const { perhapsCalls, perhapsUsd, ...sums } = parseRow(paidRowSchema, row, 'model_calls')
      return { ...sums, perhapsPaid: { calls: perhapsCalls, usd: perhapsUsd } }
    },
  }
}

const paidRowSchema = paidSchema
  .omit({ perhapsPaid: true })
  .extend({ perhapsCalls: z.number(), perhapsUsd: z.number() })

/** What is booked of calls to models, by what they were made for. A cell of an experiment has a run as well. */
function paidQuery(db: Kysely<Tables>, { taskId, sinceTs }: Filter) {
  let calls = db
    .selectFrom('modelCalls')
    .select((columns) => [
      sql<number>`coalesce(sum(cost_usd), 0.0)`.as('totalUsd'),
      sql<number>`coalesce(sum(cost_usd) filter (where experiment_id is not null), 0.0)`.as('experimentsUsd'),
      sql<number>`coalesce(sum(cost_usd) filter (where experiment_id is null and run_id is not null), 0.0)`.as(
        'runsUsd',
      ),
      sql<number>`coalesce(sum(cost_usd) filter (where experiment_id is null and run_id is null), 0.0)`.as(
        'otherUsd',
      ),
      columns.fn.countAll<number>().as('calls'),
      sql<number>`count(*) filter (where ${perhapsPaid})`.as('perhapsCalls'),
      sql<number>`coalesce(sum(cost_usd) filter (where ${perhapsPaid}), 0.0)`.as('perhapsUsd'),
    ])
  if (taskId !== undefined) calls = calls.where('taskId', '=', taskId)
  if (sinceTs !== undefined) calls = calls.where('ts', '>=', sinceTs)
  return calls
}

function toMeasured({ abSettings, abReasons, ...run }: z.infer<typeof measuredRowSchema>): MeasuredRun {
  const oldArm = abSettings === null || abReasons === null ? null : findArmInReasons(abSettings, abReasons)
  return { ...run, oldArm }
}

/** Rows behind one, in the order in which they lie, which costs no sorting. */
function pageQuery(db: Kysely<Tables>, { taskId, sinceTs }: Filter, lastRow: number) {
  let page = db
    .selectFrom('runs')
    .select(['id', 'providerId', 'presetId', 'model', 'prompt', 'isAutomatic', 'status', 'startedTs'])
    .select([
      sql<number>`rowid`.as('row'),
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
      sql<string | null>`iif(provider_id = ${abStrategyId}, settings, null)`.as('abSettings'),
      sql<string | null>`iif(provider_id = ${abStrategyId},
        (select json_group_array(value ->> '$.reason') from json_each(outcome, '$.trace')), null)`.as(
        'abReasons',
      ),
      qualityColumn.as('quality'),
    ])
    .where(sql<boolean>`rowid > ${lastRow}`)
    // What an agent did itself is nothing that was run here.
    .where('providerId', '!=', recordedMethodId)
    .orderBy(sql`rowid`)
    .limit(pageRows)
  if (taskId !== undefined) page = page.where('taskId', '=', taskId)
  if (sinceTs !== undefined) page = page.where('startedTs', '>=', sinceTs)
  return page
}
