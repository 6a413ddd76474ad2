import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import {
  cellCountsSchema,
  experimentPlanSchema,
  experimentSummarySchema,
  type ExperimentPlan,
} from '../../../../shared/experiments/experiment-types.ts'
import { measurePlan } from '../../../../shared/experiments/measure-plan.ts'
import { perhapsPaidSchema } from '../../../../shared/models/pricing-types.ts'
import { flagColumn, jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import { interruptOrphans, type Owner } from '../owner.ts'
import { storedExperimentSchema } from '../records.ts'
import type { ExperimentRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { collectLeftovers } from './blobs.ts'
import { createCellReading, createCellWriting, writeCell } from './experiment-cells.ts'
import { perhapsPaid } from './spending-repository.ts'

const flags = { isSample: flagColumn, isImported: flagColumn }
/** Null stands for what is absent elsewhere. */
const pushedByColumn = z
  .string()
  .nullish()
  .transform((pushedBy) => pushedBy ?? undefined)
const summaryRowSchema = experimentSummarySchema.extend({
  ...flags,
  pushedBy: pushedByColumn,
  cells: jsonColumn(cellCountsSchema),
  perhapsPaid: jsonColumn(perhapsPaidSchema)
    .nullable()
    .transform((found) => found ?? undefined),
})
export const storedRowSchema = storedExperimentSchema.extend({
  ...flags,
  pushedBy: pushedByColumn,
  plan: jsonColumn(experimentPlanSchema),
})
const newExperimentSchema = storedExperimentSchema.omit({ ownerPid: true })

const countsColumn = sql<string>`(
  select json_object(
    'total', experiments.cells,
    'done', count(*) filter (where status = 'done'),
    'failed', count(*) filter (where status = 'failed'),
    'reused', count(*) filter (where status = 'done' and is_reused = 1)
  ) from cells where experiment_id = experiments.id
)`

/**
 * Calls that were booked on another machine are known by their sum, or, of a report that was imported, by what its cells
 * say.
 */
const costColumn = sql<number>`case when is_imported = 1 and booked_usd is null
  then (
    select coalesce(sum(json_extract(cell, '$.stats.costUsd')), 0.0)
    from cells where experiment_id = experiments.id and is_reused = 0
  )
  else coalesce(booked_usd, 0.0)
    + (select coalesce(sum(cost_usd), 0.0) from model_calls where experiment_id = experiments.id)
end`

/** What this machine and others have booked; null where nothing is in doubt. */
const perhapsColumn = sql<string | null>`(
  select case when count(*) + coalesce(json_extract(booked_perhaps, '$.calls'), 0) > 0 then json_object(
    'calls', count(*) + coalesce(json_extract(booked_perhaps, '$.calls'), 0),
    'usd', coalesce(sum(cost_usd), 0.0) + coalesce(json_extract(booked_perhaps, '$.usd'), 0.0)
  ) end
  from model_calls where experiment_id = experiments.id and ${perhapsPaid}
)`

const buildSummaryQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('experiments')
    .select([
      'id',
      'name',
      'question',
      'contentSha256',
      'status',
      'reason',
      'isSample',
      'isImported',
      'pushedBy',
      'variants',
      'checkpoints',
      'tasks',
      'createdTs',
      'finishedTs',
      countsColumn.as('cells'),
      costColumn.as('costUsd'),
      perhapsColumn.as('perhapsPaid'),
    ])
    .orderBy('createdTs', 'desc')
    .orderBy('id')

/** What is shown of a plan without reading it. */
function countPlan(plan: ExperimentPlan) {
  return {
    question: plan.file.question ?? '',
    variants: plan.variants.length,
    checkpoints: plan.checkpoints.length,
    ...measurePlan(plan),
  }
}

type Reading = Pick<ExperimentRepository, 'list' | 'summary' | 'get' | 'newestUnfinished'>

function createReading(connection: Connection): Reading {
  return {
    list: () => connection.list(summaryRowSchema, 'experiments', (db) => buildSummaryQuery(db)),
    summary: (id) =>
      connection.one(summaryRowSchema, 'experiments', (db) => buildSummaryQuery(db).where('id', '=', id)),
    get: (id) =>
      connection.run(async (db) => {
        const row = await db.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirst()
        if (row === undefined) return null
        const sources = await db
          .selectFrom('experimentSources')
          .select(['snapshotSha256', 'sourceBlob'])
          .where('experimentId', '=', id)
          .execute()
        return parseRow(storedRowSchema, { ...row, sources }, 'experiments')
      }),
    async newestUnfinished(contentSha256) {
      const same = await connection.list(summaryRowSchema, 'experiments', (db) =>
        buildSummaryQuery(db).where('contentSha256', '=', contentSha256).where('isImported', '=', 0),
      )
      return same.find(({ status, cells }) => status !== 'finished' || cells.failed > 0)?.id ?? null
    },
  }
}

type Writing = Readonly<{ connection: Connection; owner: Owner; clock: () => number }>

function createStarting({
  connection,
  owner,
  clock,
}: Writing): Pick<ExperimentRepository, 'insert' | 'claim' | 'markInterrupted'> {
  const mine = { ownerPid: owner.processId, ownerInstance: owner.instance }
  return {
    insert: (experiment, cells = []) =>
      connection.write(async (db) => {
        const { plan, sources, isSample, isImported, bookedUsd, pushedBy, ...columns } =
          newExperimentSchema.parse(experiment)
        const flagValues = { isSample: isSample ? 1 : 0, isImported: isImported ? 1 : 0 }
        await db
          .insertInto('experiments')
          .values({
            ...columns,
            ...flagValues,
            ...countPlan(plan),
            ...mine,
            plan: JSON.stringify(plan),
            bookedUsd: bookedUsd ?? null,
            bookedPerhaps: null,
            pushedBy: pushedBy ?? null,
          })
          .execute()
        for (const source of sources)
          await db
            .insertInto('experimentSources')
            .values({ experimentId: experiment.id, ...source })
            // Copies of a task have one snapshot.
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        for (const { cell, blobs } of cells) await writeCell(db, { cell, blobs, now: clock() })
      }),
    claim: (id) =>
      connection.write(async (db) => {
        const found = await db
          .selectFrom('experiments')
          .select(['status', 'ownerPid', 'ownerInstance'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!found) return false
        if (found.status === 'running' && owner.isAlive(found.ownerPid, found.ownerInstance)) return false
        await db
          .updateTable('experiments')
          .set({ status: 'running', reason: '', finishedTs: null, ...mine })
          .where('id', '=', id)
          .execute()
        return true
      }),
    markInterrupted: () => connection.write((db) => interruptOrphans(db, 'experiments', owner, clock())),
  }
}

function createEnding({
  connection,
  owner,
}: Writing): Pick<ExperimentRepository, 'finish' | 'remove' | 'bookElsewhere'> {
  return {
    async bookElsewhere(id, usd, perhaps) {
      await connection.change((db) =>
        db
          .updateTable('experiments')
          .set({ bookedUsd: usd, bookedPerhaps: JSON.stringify(perhaps) })
          .where('id', '=', id),
      )
    },
    async finish(id, { status, reason, finishedTs }) {
      const ended = await connection.change((db) =>
        db
          .updateTable('experiments')
          .set({ status, reason, finishedTs })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('ownerPid', '=', owner.processId)
          .where('ownerInstance', '=', owner.instance),
      )
      return ended > 0
    },
    remove: (id) =>
      connection.write(async (db) => {
        const sources = await db
          .deleteFrom('experimentSources')
          .where('experimentId', '=', id)
          .returning(['snapshotSha256', 'sourceBlob'])
          .execute()
        const cells = await db
          .deleteFrom('cells')
          .where('experimentId', '=', id)
          .returning(['payloadBlob', 'judgementsBlob'])
          .execute()
        const gone = await db.deleteFrom('experiments').where('id', '=', id).executeTakeFirst()
        await collectLeftovers(db, {
          snapshots: sources.map((source) => source.snapshotSha256),
          blobs: [
            ...sources.map((source) => source.sourceBlob),
            ...cells.flatMap((cell) => [cell.payloadBlob, cell.judgementsBlob]),
          ],
        })
        return gone.numDeletedRows > 0n
      }),
  }
}

/** Experiments over a connection; what starts or claims one is recorded as its owner. */
export function createExperimentRepository(writing: Writing): ExperimentRepository {
  const { connection, clock } = writing
  return {
    ...createReading(connection),
    ...createStarting(writing),
    ...createEnding(writing),
    ...createCellReading(connection),
    ...createCellWriting(connection, clock),
  }
}
