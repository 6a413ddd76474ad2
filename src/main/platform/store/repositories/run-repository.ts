import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { runQualitySummarySchema } from '../../../../shared/activity/quality-types.ts'
import { outcomeSummarySchema } from '../../../../shared/condense/outcome-types.ts'
import { runSpentSchema, runSummarySchema } from '../../../../shared/condense/run-types.ts'
import { settingsSchema } from '../../../../shared/methods/provider-types.ts'
import { promptReferenceSchema } from '../../../../shared/prompts/prompt-types.ts'
import { flagColumn, jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { interruptOrphans, type Owner } from '../owner.ts'
import { finishedStatusSchema, storedRunSchema } from '../records.ts'
import type { RunRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { collectLeftovers, putBlobs } from './blobs.ts'
import { qualityColumn } from './quality-repository.ts'

const jsonColumns = {
  settings: jsonColumn(settingsSchema),
  outcome: jsonColumn(outcomeSummarySchema).nullable(),
  model: jsonColumn(runSummarySchema.shape.model.unwrap()).nullable(),
  prompt: jsonColumn(promptReferenceSchema).nullable(),
  isAutomatic: flagColumn,
  cut: z.nullable(z.int()).transform((cut) => cut ?? undefined),
}
export const storedRunRowSchema = storedRunSchema.extend(jsonColumns)
const summaryRowSchema = runSummarySchema.extend({
  ...jsonColumns,
  spent: z.nullable(jsonColumn(runSpentSchema)).transform((spent) => spent ?? undefined),
  quality: z.nullable(jsonColumn(runQualitySummarySchema)).transform((quality) => quality ?? undefined),
})

/** Null where a run made no call. What is booked without usage is a worst case, of which nobody knows the cost. */
const spentColumn = sql<string | null>`(
  select case when count(*) = 0 then null else json_object(
    'costUsd', coalesce(sum(cost_usd) filter (where usage is not null), 0.0),
    'unknownUsd', coalesce(sum(worst_case_usd) filter (where usage is null), 0.0),
    'modelCalls', count(*)
  ) end from model_calls where run_id = runs.id
)`

const buildSummaryQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('runs')
    .innerJoin('tasks', 'tasks.id', 'runs.taskId')
    .select([
      'runs.id',
      'runs.taskId',
      'tasks.title as taskTitle',
      'runs.providerId',
      'runs.presetId',
      'runs.settings',
      'runs.targetTokens',
      'runs.cut',
      'runs.status',
      'runs.startedTs',
      'runs.finishedTs',
      'runs.outcome',
      'runs.model',
      'runs.prompt',
      'runs.isAutomatic',
      spentColumn.as('spent'),
      qualityColumn.as('quality'),
    ])
    .orderBy('runs.startedTs', 'desc')
    .orderBy('runs.id')

function createReading(connection: Connection): Pick<RunRepository, 'list' | 'get' | 'summary'> {
  return {
    list: (taskId) =>
      connection.list(summaryRowSchema, 'runs', (db) => {
        const all = buildSummaryQuery(db)
        return taskId === undefined ? all : all.where('runs.taskId', '=', taskId)
      }),
    get: (runId) =>
      connection.one(storedRunRowSchema, 'runs', (db) =>
        db.selectFrom('runs').selectAll().where('id', '=', runId),
      ),
    summary: (runId) =>
      connection.one(summaryRowSchema, 'runs', (db) => buildSummaryQuery(db).where('runs.id', '=', runId)),
  }
}

type Writing = Readonly<{ connection: Connection; owner: Owner; clock: () => number }>

function createStarting({
  connection,
  owner,
  clock,
}: Writing): Pick<RunRepository, 'insertRunning' | 'markInterrupted'> {
  return {
    insertRunning: (run, blobs = []) =>
      connection.write(async (db) => {
        const unfinished = { status: 'running', finishedTs: null, outcome: null, payloadBlob: null } as const
        const whole = storedRunSchema.parse({ ...run, ...unfinished, ownerPid: owner.processId })
        const columns = {
          settings: JSON.stringify(whole.settings),
          model: whole.model === null ? null : JSON.stringify(whole.model),
          prompt: whole.prompt === null ? null : JSON.stringify(whole.prompt),
          isAutomatic: whole.isAutomatic ? 1 : 0,
          cut: whole.cut ?? null,
        }
        await putBlobs(db, blobs, clock())
        await db
          .insertInto('runs')
          .values({ ...whole, outcome: null, ...columns, ownerInstance: owner.instance })
          .execute()
      }),
    markInterrupted: () => connection.write((db) => interruptOrphans(db, 'runs', owner, clock())),
  }
}

function createEnding({ connection, clock }: Writing): Pick<RunRepository, 'finish' | 'remove'> {
  return {
    finish: (runId, { status, finishedTs, outcome, payload }) =>
      connection.write(async (db) => {
        const running = await db
          .selectFrom('runs')
          .select('id')
          .where('id', '=', runId)
          .where('status', '=', 'running')
          .executeTakeFirst()
        if (!running) return false
        if (payload) await putBlobs(db, [payload], clock())
        const outcomeText = outcome === null ? null : JSON.stringify(outcomeSummarySchema.parse(outcome))
        const ending = {
          status: finishedStatusSchema.parse(status),
          finishedTs,
          payloadBlob: payload?.hash ?? null,
        }
        await db
          .updateTable('runs')
          .set({ ...ending, outcome: outcomeText })
          .where('id', '=', runId)
          .execute()
        return true
      }),
    remove: (runId) =>
      connection.write(async (db) => {
        const gone = await db
          .deleteFrom('runs')
          .where('id', '=', runId)
          .returning(['snapshotSha256', 'sourceBlob', 'payloadBlob'])
          .executeTakeFirst()
        if (!gone) return false
        await collectLeftovers(db, {
          snapshots: [gone.snapshotSha256],
          blobs: [gone.sourceBlob, gone.payloadBlob],
        })
        return true
      }),
  }
}

/** Runs over a connection; what starts a run is recorded as its owner. */
export function createRunRepository(writing: Writing): RunRepository {
  return { ...createReading(writing.connection), ...createStarting(writing), ...createEnding(writing) }
}
