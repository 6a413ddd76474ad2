import { sql, type Kysely, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { pickPaidUsd } from '../../../../shared/kernel/sum-recorded-usage.ts'
import { requestUsageSchema, type RequestUsage } from '../../../../shared/kernel/usage.ts'
import { jsonColumn } from '../database/columns.ts'
import { parseRow } from '../database/parse-row.ts'
import type { Tables } from '../tables.ts'

/** Model calls of tasks that another task has as well, and that count there. */
export type CopiedCalls = {
  readonly requests: number
  readonly costUsd: number
  /** US dollars by task, of those that repeat calls. */
  readonly byTask: ReadonlyMap<string, number>
  /** Indices of the calls by task, of those that repeat calls. */
  readonly placesByTask: ReadonlyMap<string, readonly number[]>
  /** By the model that they went to. */
  readonly byModel: ReadonlyMap<string | null, { readonly requests: number; readonly costUsd: number }>
}

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  requests: jsonColumn(z.array(requestUsageSchema)),
})
type Row = z.infer<typeof rowSchema>

/** Calls that a task repeats of another one. */
export type CallsOfOther = {
  readonly requests: number
  readonly costUsd: number
  /** The task that has the most of them. */
  readonly from: { readonly id: string; readonly title: string }
}

const columns = sql`t.id, t.title, json_extract(t.meta, '$.usage.requests') as requests`
const order = sql`order by coalesce(t.last_activity_ts, 0), t.id`

/** The first call of a task that has an id: some agents give none to answers that call no tool. */
const firstCall = sql`coalesce(${sql.join(
  Array.from(
    { length: 5 },
    (_, at) => sql`json_extract(t.meta, ${sql.lit(`$.usage.requests[${at}].callId`)})`,
  ),
)})`

/**
 * Finds calls that several of the counted tasks have. Such tasks begin with the same call. Each call counts in the task
 * that ended first, which is the one that others were made from.
 */
export async function readCopiedCalls(
  db: Kysely<Tables>,
  counted: RawBuilder<unknown>,
): Promise<CopiedCalls> {
  const { rows } = await sql`select ${columns} ${counted}
    and ${firstCall} in (
      select ${firstCall} ${counted} and ${firstCall} is not null group by 1 having count(*) > 1
    )
    ${order}`.execute(db)
  return sumCopiedCalls(rows.map((row) => parseRow(rowSchema, row, 'tasks')))
}

/** Calls of a task that one which ended before it has, too; null where there are none. */
export async function readCallsOfOther(db: Kysely<Tables>, taskId: string): Promise<CallsOfOther | null> {
  const { rows } = await sql`select ${columns} from tasks t
    join library_tasks l on l.id = t.id and l.forgotten_stamp is null
    where ${firstCall} = (select ${firstCall} from tasks t where t.id = ${taskId})
    ${order}`.execute(db)
  const tasks = rows.map((row) => parseRow(rowSchema, row, 'tasks'))
  const at = tasks.findIndex(({ id }) => id === taskId)
  const own = tasks[at]
  if (own === undefined) return null
  const [first] = tasks
    .slice(0, at)
    .map((other) => ({ other, calls: selectSharedCalls(own, other) }))
    .toSorted((a, b) => b.calls.length - a.calls.length)
  if (first === undefined) return null
  const { id, title } = first.other
  return {
    requests: first.calls.length,
    costUsd: first.calls.reduce((sum, request) => sum + (pickPaidUsd(request) ?? 0), 0),
    from: { id, title },
  }
}

function selectSharedCalls({ requests }: Row, other: Row): readonly RequestUsage[] {
  const known = new Set(other.requests.flatMap(({ callId }) => callId ?? []))
  return requests.filter(({ callId }) => callId !== undefined && known.has(callId))
}

type Sum = { readonly requests: number; readonly costUsd: number }

function sumCopiedCalls(tasks: readonly Row[]): CopiedCalls {
  const seen = new Set<string>()
  const byTask = new Map<string, number>()
  const placesByTask = new Map<string, readonly number[]>()
  const byModel = new Map<string | null, Sum>()
  let all: Sum = { requests: 0, costUsd: 0 }
  for (const { id, requests } of tasks) {
    const places = requests.flatMap(({ callId }, at) =>
      callId !== undefined && seen.has(callId) ? [at] : [],
    )
    const copied = places.flatMap((at) => requests[at] ?? [])
    if (places.length > 0) placesByTask.set(id, places)
    for (const { callId } of requests) if (callId !== undefined) seen.add(callId)
    for (const request of copied) {
      const model = request.modelId ?? null
      byModel.set(model, withCall(byModel.get(model), request))
      all = withCall(all, request)
    }
    if (copied.length > 0)
      byTask.set(
        id,
        copied.reduce((sum, request) => sum + (pickPaidUsd(request) ?? 0), 0),
      )
  }
  return { ...all, byTask, placesByTask, byModel }
}

function withCall({ requests, costUsd }: Sum = { requests: 0, costUsd: 0 }, request: RequestUsage): Sum {
  return { requests: requests + 1, costUsd: costUsd + (pickPaidUsd(request) ?? 0) }
}
