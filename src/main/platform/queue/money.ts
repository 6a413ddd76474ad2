import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PerhapsPaid } from '../../../shared/models/pricing-types.ts'
import { explainLostSum } from '../../../shared/team/queue-words.ts'
import type { LimitReached, SpendingLimit, SpendingRepository } from '../store/store.ts'
import type { Session, SharedDatabase } from './database.ts'
import { isAlive } from './members.ts'

const takenSchema = z.object({ scope: z.string(), taken: z.coerce.number().nonnegative() })
const openSchema = z.object({ id: z.string(), scopes: z.array(z.string()), change: z.string() })
const perhapsColumns = { perhapsCalls: z.coerce.number(), perhapsUsd: z.coerce.number() }
/** Booked at their worst case, for whoever could have said what they used is gone. */
const perhapsPaid = `cost_usd is not null and is_sent and not body ? 'usage'`
const perhapsSums = `count(*) filter (where ${perhapsPaid}) as "perhapsCalls",
  coalesce(sum(cost_usd) filter (where ${perhapsPaid}), 0) as "perhapsUsd"`

/** SQL that is true for a call `c` that this Dewpoint could have made; sums of others would be none. */
const isSound = `c.worst_usd between 0 and 1e9 and coalesce(c.cost_usd, 0) between 0 and 1e9
  and array_position(c.scopes, null) is null and octet_length(c.scopes::text) <= 4000`
const sumsSchema = z.object({
  spent: z.coerce.number(),
  reserved: z.coerce.number(),
  calls: z.coerce.number(),
  ...perhapsColumns,
})

/** Sums of many prices are off by rounding; a hundred-millionth of a dollar decides nothing. */
const roundingUsd = 1e-8

/**
 * Money of all machines on a database. A call is reserved at its worst case in one transaction that holds the sums of
 * its limits, and settled when it has ended. Sums are kept by scope, so that a reservation costs the same however many
 * calls there were. A day begins at midnight UTC by the clock of the database, which is the same for everybody.
 */
export function createSharedSpending(database: SharedDatabase, owner: string): SpendingRepository {
  /** The interface counts calls; the database knows them by ids that bear a second try. */
  const ids = new Map<number, string>()
  /** What was asked for by calls that have not left yet. */
  const waiting = new Map<number, Parameters<SpendingRepository['reserve']>>()
  return {
    async reserve(call, limits) {
      const id = randomUUID()
      const done = await database.transaction((session) => reserve(session, { id, owner }, call, limits))
      if (!done.ok) return done
      const callId = ids.size + 1
      ids.set(callId, id)
      waiting.set(callId, [call, limits])
      return { ok: true, callId }
    },
    async markSent(callId) {
      // Kept until it is settled: a client that tries again after a refusal is refused again.
      const asked = waiting.get(callId)
      const anew = randomUUID()
      return database.transaction(async (session) => {
        if ((await noteSent(session, ids.get(callId))) || asked === undefined) return null
        // A machine that slept had its reservation given to others: there may be no room for it any more.
        // oxlint-disable-next-line dewpoint/spread-arguments -- the arguments of an earlier call
        const again = await reserve(session, { id: anew, owner }, ...asked)
        if (!again.ok) return again
        await noteSent(session, anew)
        ids.set(callId, anew)
        return null
      })
    },
    async settle(callId, costUsd, usage) {
      waiting.delete(callId)
      const id = ids.get(callId)
      await database.transaction(async (session) => {
        const booked = await session.rows(
          openSchema,
          `with old as (select id, scopes, coalesce(cost_usd, worst_usd) as usd from dewpoint.calls where id = $1 for update),
           new as (update dewpoint.calls set cost_usd = $2::numeric, body = body || $3::jsonb where id = $1)
           select id::text, scopes, ($2::numeric - usd)::text as change from old`,
          [id, costUsd, JSON.stringify({ usage })],
        )
        await book(session, booked)
      })
    },
    since: (ts) => sumSince(database, ts),
  }
}

/** What was spent and reserved since a time, in milliseconds since 1970. */
async function sumSince(database: SharedDatabase, ts: number) {
  const [sums] = await database.rows(
    sumsSchema,
    `select coalesce(sum(cost_usd), 0) as spent,
       coalesce(sum(worst_usd) filter (where cost_usd is null), 0) as reserved, count(*) as calls, ${perhapsSums}
     from dewpoint.calls c where ts >= to_timestamp($1 / 1000.0) and ${isSound}`,
    [ts],
  )
  return {
    spentUsd: sums?.spent ?? 0,
    reservedUsd: sums?.reserved ?? 0,
    calls: sums?.calls ?? 0,
    perhapsPaid: { calls: sums?.perhapsCalls ?? 0, usd: sums?.perhapsUsd ?? 0 },
  }
}

/** Nothing is reserved where what was taken cannot be told: a limit that nobody can check holds for nobody. */
async function readTakenUsd(
  { list }: Pick<Session, 'list'>,
  scope: string,
  { isForUpdate = false } = {},
): Promise<number> {
  const sql = `select scope, taken_usd as taken from dewpoint.ledger where scope = $1${isForUpdate ? ' for update' : ''}`
  let isSkipped = false
  const [row] = await list('dewpoint.ledger', takenSchema, { sql, values: [scope] }, () => (isSkipped = true))
  if (isSkipped) throw new Error(explainLostSum(scope))
  return row?.taken ?? 0
}

/**
 * What a run has spent or reserved, in US dollars, and of it the calls of workers that are gone: by its calls, since a sum that
 * somebody else wrote ends no run.
 */
export async function readRunSpending(
  database: SharedDatabase,
  runId: string,
): Promise<{ readonly usd: number; readonly perhapsPaid: PerhapsPaid }> {
  const sql = `select coalesce(sum(coalesce(cost_usd, worst_usd)), 0) as taken, ${perhapsSums}
    from dewpoint.calls c where scopes @> array[$1] and ${isSound}`
  const schema = z.object({ taken: z.coerce.number(), ...perhapsColumns })
  const [sums] = await database.rows(schema, sql, [`experiment ${runId}`])
  return {
    usd: sums?.taken ?? 0,
    perhapsPaid: { calls: sums?.perhapsCalls ?? 0, usd: sums?.perhapsUsd ?? 0 },
  }
}

async function reserve(
  session: Session,
  { id, owner }: { readonly id: string; readonly owner: string },
  call: Parameters<SpendingRepository['reserve']>[0],
  limits: readonly SpendingLimit[],
): Promise<{ ok: true } | LimitReached> {
  const [day] = await session.rows(
    z.object({ day: z.string() }),
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
  )
  const buildScope = (limit: SpendingLimit): string => buildScopeName(limit, day?.day ?? '')
  // A second try, after a connection broke at the very end of the first.
  const [known] = await session.rows(
    z.object({ id: z.string() }),
    'select id::text from dewpoint.calls where id = $1',
    [id],
  )
  if (known !== undefined) return { ok: true }
  await bookAbandoned(session)
  // What a run and a day took is counted whether there is a limit or not: another machine may have one.
  const scopes = [
    ...new Set([
      ...limits.map(buildScope),
      `day ${day?.day}`,
      ...(call.experimentId === null ? [] : [`experiment ${call.experimentId}`]),
    ]),
  ].toSorted()
  // In one order everywhere: two that reserve at once wait for each other and never in a circle.
  for (const scope of scopes)
    await session.run('insert into dewpoint.ledger values ($1, 0) on conflict do nothing', [scope])
  const taken = new Map<string, number>()
  for (const scope of scopes) taken.set(scope, await readTakenUsd(session, scope, { isForUpdate: true }))
  for (const limit of limits) {
    const takenUsd = taken.get(buildScope(limit)) ?? 0
    if (takenUsd + call.worstCaseUsd > limit.limitUsd + roundingUsd) return { ok: false, limit, takenUsd }
  }
  await session.run(
    'insert into dewpoint.calls (id, owner, scopes, worst_usd, body) values ($1, $2, $3, $4::numeric, $5)',
    [id, owner, scopes, call.worstCaseUsd, JSON.stringify({ profile: call.profileId, model: call.model })],
  )
  await book(session, [{ id, scopes, change: String(call.worstCaseUsd) }])
  return { ok: true }
}

/** False where the call was given up by others. One that was noted already bears it. */
async function noteSent({ run }: Session, id: string | undefined): Promise<boolean> {
  const sql = 'update dewpoint.calls set is_sent = true where id = $1 and (cost_usd is null or is_sent)'
  return (await run(sql, [id])) > 0
}

function buildScopeName({ name, experimentId, runId, taskId }: SpendingLimit, day: string): string {
  if (name === 'day') return `day ${day}`
  return `${name} ${experimentId ?? runId ?? taskId ?? ''}`
}

/**
 * Calls of members that are gone cost their worst case where they may have reached a server, and nothing where they
 * never left.
 */
async function bookAbandoned(session: Session): Promise<void> {
  const booked = await session.rows(
    openSchema,
    `with gone as (
       select c.id, c.scopes, c.worst_usd from dewpoint.calls c
       where c.cost_usd is null and ${isSound}
         and not exists (select 1 from dewpoint.members m where m.id = c.owner and ${isAlive})
       for update skip locked
     )
     update dewpoint.calls c set cost_usd = case when c.is_sent then c.worst_usd else 0 end
     from gone where c.id = gone.id
     returning c.id::text, c.scopes, (c.cost_usd - c.worst_usd)::text as change`,
  )
  await book(session, booked)
}

async function book(session: Session, changes: readonly z.infer<typeof openSchema>[]): Promise<void> {
  for (const { scopes, change } of changes)
    for (const scope of scopes.toSorted())
      await session.run(
        'update dewpoint.ledger set taken_usd = greatest(0, taken_usd + $2::numeric) where scope = $1',
        [scope, change],
      )
}
