import { sql, type Kysely, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { tokensByKindSchema, type TokensByKind } from '../../../../shared/library/inspection-types.ts'
import {
  libraryOverviewSchema,
  taskSumsSchema,
  type LibraryOverview,
} from '../../../../shared/library/types.ts'
import { cacheCauseSchema, causeSumSchema } from '../../../../shared/replay/cache-audit-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import type { StoredSurvey } from '../records.ts'
import type { Tables } from '../tables.ts'
import { readCallsOfOther, readCopiedCalls, type CallsOfOther, type CopiedCalls } from './copied-calls.ts'
import { isAtSnapshot, readSnapshots } from './task-caches.ts'

/** Surveys of tasks: a cache that goes with its task, and counts only for the snapshot that the task has now. */
export type SurveyRepository = Readonly<{
  /** Replaces the survey of its task; nothing is written where the task is gone or has changed meanwhile. */
  put(survey: StoredSurvey): Promise<void>
  /** The snapshot at which each task was surveyed, by task id. */
  snapshots(version: number): Promise<ReadonlyMap<string, string>>
  remove(taskId: string): Promise<void>
  /** All but what goes by the kin of the listed tasks. */
  overview(version: number): Promise<Omit<LibraryOverview, 'childTasks'>>
  /** Model calls that a task repeats of one that it was made from; null where there are none. */
  callsOfOther(taskId: string): Promise<CallsOfOther | null>
  /** Tokens by kind of each task that was surveyed as it is now, by task id. */
  kinds(version: number): Promise<ReadonlyMap<string, TokensByKind>>
}>

/** Surveys over a connection. */
export function createSurveyRepository(connection: Connection): SurveyRepository {
  return {
    put: (survey) =>
      connection.write(async (db) => {
        const { taskId, snapshotSha256, byKind, byTool, byModel, cacheBreaks = [], ...figures } = survey
        if (!(await isAtSnapshot(db, taskId, snapshotSha256))) return
        await db.deleteFrom('surveys').where('taskId', '=', taskId).execute()
        await db
          .insertInto('surveys')
          .values({ taskId, snapshotSha256, ...figures })
          .execute()
        const kinds = Object.entries(byKind).map(([kind, tokens]) => ({ taskId, kind, tokens }))
        if (kinds.length > 0) await db.insertInto('surveyKinds').values(kinds).execute()
        const tools = byTool.map((tool) => ({ taskId, ...tool }))
        // One by one: a task that names thousands of tools has more values than a statement takes.
        for (const tool of tools) await db.insertInto('surveyTools').values(tool).execute()
        for (const lost of cacheBreaks)
          await db
            .insertInto('surveyCacheBreaks')
            .values({ taskId, ...lost })
            .execute()
        for (const [place, model] of byModel.entries())
          await db
            .insertInto('surveyModels')
            .values({ taskId, place, ...model })
            .execute()
      }),
    snapshots: (version) =>
      readSnapshots(connection, 'surveys', (db) =>
        db.selectFrom('surveys').select(['taskId', 'snapshotSha256']).where('version', '=', version),
      ),
    async remove(taskId) {
      await connection.run((db) => db.deleteFrom('surveys').where('taskId', '=', taskId).execute())
    },
    overview: (version) => connection.run((db) => readOverview(db, version)),
    callsOfOther: (taskId) => connection.run((db) => readCallsOfOther(db, taskId)),
    kinds: (version) => connection.run((db) => readKinds(db, version)),
  }
}

const taskKindsSchema = z.object({ taskId: z.string(), byKind: jsonColumn(tokensByKindSchema) })

async function readKinds(db: Kysely<Tables>, version: number): Promise<ReadonlyMap<string, TokensByKind>> {
  const rows = await readRows(
    db,
    taskKindsSchema,
    sql`select k.task_id, json_group_object(k.kind, k.tokens) as by_kind from survey_kinds k
      join surveys s on s.task_id = k.task_id and s.version = ${version}
      join tasks t on t.id = s.task_id and t.snapshot_sha256 = s.snapshot_sha256
      group by k.task_id`,
  )
  return new Map(rows.map(({ taskId, byKind }) => [taskId, byKind]))
}

const causeRowSchema = causeSumSchema.extend({ cause: cacheCauseSchema })
const kindRowSchema = z.object({ kind: z.string(), tokens: z.int() })
const listedRowSchema = z.object({ tasks: z.int(), samples: z.int(), moved: z.int() })

/** Whether a listed task `l`, read as `t`, is gone from its place and stands unchanged in another one: it is one task. */
const isMoved = sql`(l.is_gone = 1 and exists (
  select 1 from tasks o join library_tasks p on p.id = o.id and p.is_gone = 0 and p.forgotten_stamp is null
  where o.snapshot_sha256 = t.snapshot_sha256))`

async function readOverview(
  db: Kysely<Tables>,
  version: number,
): Promise<Omit<LibraryOverview, 'childTasks'>> {
  const listed = await readOneRow(
    db,
    listedRowSchema,
    sql`select count(*) as tasks, count(*) filter (where t.is_sample = 1) as samples,
      count(*) filter (where ${isMoved}) as moved
      from library_tasks l left join tasks t on t.id = l.id where l.forgotten_stamp is null`,
  )
  const hasOthers = listed.tasks > listed.samples
  const counted = sql`from surveys s
    join tasks t on t.id = s.task_id and t.snapshot_sha256 = s.snapshot_sha256
    join library_tasks l on l.id = t.id and l.forgotten_stamp is null
    where s.version = ${version} and t.is_sample <= ${hasOthers ? 0 : 1} and not ${isMoved}`
  const copied = await readCopiedCalls(db, counted)
  const cost = buildOwnCost(copied)
  const totals = await readOneRow(db, taskSumsSchema, sql`select ${buildSums(cost)} ${counted}`)
  const kinds = await readRows(
    db,
    kindRowSchema,
    sql`select k.kind, sum(k.tokens) as tokens from survey_kinds k
      where k.task_id in (select s.task_id ${counted}) group by k.kind`,
  )
  const readGroups = <T>(schema: z.ZodType<T>, name: 'workspace' | 'agent'): Promise<T[]> => {
    // As the task is listed: what its history says goes before what its files show.
    const value = sql`coalesce(${sql.ref(`t.${name}`)}, ${sql.ref(`l.${name}`)})`
    return readRows(
      db,
      schema,
      sql`select ${value} as ${sql.ref(name)}, ${buildSums(cost)} ${counted} group by 1 order by sum(s.tokens) desc, 1`,
    )
  }
  const { byTool, byWorkspace, byAgent, byModel } = libraryOverviewSchema.shape
  return {
    tasks: (hasOthers ? listed.tasks - listed.samples : listed.tasks) - listed.moved,
    surveyed: totals.tasks,
    ...(await readReservations(db, counted)),
    movedTasks: listed.moved,
    copiedRequests: copied.requests,
    copiedUsd: copied.costUsd,
    leftOutSamples: hasOthers ? listed.samples : 0,
    countedSamples: hasOthers ? 0 : listed.samples,
    totals,
    byKind: tokensByKindSchema.parse(Object.fromEntries(kinds.map(({ kind, tokens }) => [kind, tokens]))),
    ...(await readCacheBreaks(db, counted, copied)),
    byTool: await readRows(
      db,
      byTool.element,
      sql`select k.tool, sum(k.calls) as calls, sum(k.call_tokens) as call_tokens,
        sum(k.result_tokens) as result_tokens, count(*) as tasks
        from survey_tools k where k.task_id in (select s.task_id ${counted})
        group by k.tool order by sum(k.call_tokens + k.result_tokens) desc, k.tool`,
    ),
    byWorkspace: await readGroups(byWorkspace.element, 'workspace'),
    byAgent: await readGroups(byAgent.element, 'agent'),
    byModel: (await readModels(db, byModel.element, counted)).map((row) => withoutCopied(row, copied)),
  }
}

/** What was lost to broken caches, by cause, without calls that another task has; nothing where nothing was. */
async function readCacheBreaks(
  db: Kysely<Tables>,
  counted: RawBuilder<unknown>,
  { placesByTask }: CopiedCalls,
): Promise<Pick<LibraryOverview, 'cacheBreaks'>> {
  const places = JSON.stringify(Object.fromEntries(placesByTask))
  const breaks = await readRows(
    db,
    causeRowSchema,
    sql`select c.cause, count(*) as n, sum(c.tokens) as tokens, sum(c.cost_usd) as cost_usd
      from survey_cache_breaks c where c.task_id in (select s.task_id ${counted})
      and c.request not in (select value from json_each(${places}, '$."' || c.task_id || '"'))
      group by c.cause`,
  )
  if (breaks.length === 0) return {}
  return { cacheBreaks: Object.fromEntries(breaks.map(({ cause, ...sums }) => [cause, sums])) }
}

/** How many tasks cannot be read as they are now, among those that were never counted and among those that were. */
async function readReservations(
  db: Kysely<Tables>,
  counted: RawBuilder<unknown>,
): Promise<Pick<LibraryOverview, 'unreadableTasks' | 'outdatedTasks'>> {
  const countSchema = z.object({ tasks: z.int() })
  const unreadable = await readOneRow(
    db,
    countSchema,
    sql`select count(*) as tasks from library_tasks l
      left join tasks t on t.id = l.id
      where l.forgotten_stamp is null and (l.is_gone = 1 or l.failure is not null) and not ${isMoved}
      and l.id not in (select s.task_id ${counted})`,
  )
  const outdated = await readOneRow(
    db,
    countSchema,
    sql`select count(*) as tasks ${counted} and (l.is_gone = 1 or l.failure is not null)`,
  )
  return { unreadableTasks: unreadable.tasks, outdatedTasks: outdated.tasks }
}

/**
 * Tasks count with each model that they used, and what they cost with the model of each request. Where the whole alone is
 * recorded, it counts with the model that had the most of the task.
 */
function readModels<T>(db: Kysely<Tables>, schema: z.ZodType<T>, counted: RawBuilder<unknown>): Promise<T[]> {
  const cost = sql`case when t.cost_usd is not null then m.cost_usd when m.place = 0 then l.cost_usd end`
  // Which model they went to is not stored: they count with the one that had the most of the task.
  const unpriced = sql`case when m.place = 0 then t.unpriced_requests else 0 end`
  return readRows(
    db,
    schema,
    sql`select m.model, sum(m.requests) as requests, ${buildSums(cost, unpriced)}
      from (select s.task_id as counted_id ${counted}) join surveys s on s.task_id = counted_id
      join tasks t on t.id = s.task_id join library_tasks l on l.id = t.id
      join survey_models m on m.task_id = s.task_id
      group by m.model order by sum(s.tokens) desc, 1`,
  )
}

const taskCost = sql`coalesce(t.cost_usd, l.cost_usd)`

/** What a task cost without the calls that it repeats. */
function buildOwnCost({ byTask }: CopiedCalls): RawBuilder<unknown> {
  if (byTask.size === 0) return taskCost
  const costs = JSON.stringify(Object.fromEntries(byTask))
  return sql`max(0, ${taskCost} - coalesce(json_extract(${costs}, '$."' || t.id || '"'), 0))`
}

type ModelRow = LibraryOverview['byModel'][number]

function withoutCopied(row: ModelRow, { byModel }: CopiedCalls): ModelRow {
  const copied = byModel.get(row.model)
  if (copied === undefined) return row
  const { requests, costUsd } = row
  return {
    ...row,
    requests: Math.max(0, requests - copied.requests),
    costUsd: costUsd === null ? null : Math.max(0, costUsd - copied.costUsd),
  }
}

/** Sums over the surveyed tasks `t` with their surveys `s`; sums of no rows are null in SQL, and stay so for what tasks cost. */
function buildSums(
  cost: RawBuilder<unknown>,
  unpriced: RawBuilder<unknown> = sql`t.unpriced_requests`,
): RawBuilder<unknown> {
  return sql`count(*) as tasks,
    coalesce(sum(t.messages), 0) as messages,
    coalesce(sum(s.tokens), 0) as tokens,
    sum(${cost}) as cost_usd,
    count(${cost}) as costed_tasks,
    coalesce(sum(${unpriced}), 0) as unpriced_requests,
    coalesce(sum(t.condensations), 0) as condensations,
    count(*) filter (where t.condensations > 0) as condensed_tasks,
    coalesce(sum(s.lossless_tokens), 0) as lossless_tokens`
}

async function readRows<T>(
  db: Kysely<Tables>,
  schema: z.ZodType<T>,
  query: RawBuilder<unknown>,
): Promise<T[]> {
  const { rows } = await query.execute(db)
  return rows.map((row) => parseRow(schema, row, 'surveys'))
}

async function readOneRow<T>(
  db: Kysely<Tables>,
  schema: z.ZodType<T>,
  query: RawBuilder<unknown>,
): Promise<T> {
  const [row] = await readRows(db, schema, query)
  if (row === undefined) throw new Error('A sum has no row.')
  return row
}
