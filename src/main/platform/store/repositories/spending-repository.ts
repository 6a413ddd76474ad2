import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { tokenUsageSchema, type TokenUsage } from '../../../../shared/models/pricing-types.ts'
import type { Connection } from '../database/connection.ts'
import { parseRow } from '../database/parse-row.ts'
import type { Owner } from '../owner.ts'
import { storedCallSchema, type StoredCall } from '../records.ts'
import type { SpendingLimit, SpendingRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Sums of many prices are off by rounding; a hundred-millionth of a dollar decides nothing. */
const roundingUsd = 1e-8

const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

const takenRowSchema = z.object({ takenUsd: z.number() })
const spendingRowSchema = z
  .object({
    spentUsd: z.number(),
    reservedUsd: z.number(),
    calls: z.number(),
    perhapsCalls: z.number(),
    perhapsUsd: z.number(),
  })
  .transform(({ perhapsCalls, perhapsUsd, ...sums }) => ({
    ...sums,
    perhapsPaid: { calls: perhapsCalls, usd: perhapsUsd },
  }))
const costUsdSchema = z.number().min(0)

/** What calls are that were booked at their worst case: nobody was told what they used. */
export const perhapsPaid = sql<boolean>`cost_usd is not null and usage is null`

/** What the calls under a limit cost, or could still cost. */
async function sumTakenUsd(db: Kysely<Tables>, limit: SpendingLimit): Promise<number> {
  let calls = db
    .selectFrom('modelCalls')
    .select(sql<number>`coalesce(sum(coalesce(cost_usd, worst_case_usd)), 0.0)`.as('takenUsd'))
  if (limit.runId !== undefined) calls = calls.where('runId', '=', limit.runId)
  if (limit.experimentId !== undefined) calls = calls.where('experimentId', '=', limit.experimentId)
  if (limit.taskId !== undefined) calls = calls.where('taskId', '=', limit.taskId)
  if (limit.sinceTs !== undefined) calls = calls.where('ts', '>=', limit.sinceTs)
  return parseRow(takenRowSchema, await calls.executeTakeFirst(), 'model_calls').takenUsd
}

const openRowSchema = z.object({
  id: z.int(),
  ts: z.number(),
  ownerPid: z.int().nullable(),
  ownerInstance: z.string().nullable(),
})

/** A call that is open for longer belongs to nobody, even if a process has the number of its owner; milliseconds. */
const longestOpenMs = 24 * 60 * 60 * 1000

type Dependencies = Readonly<{ connection: Connection; owner: Owner; clock: () => number }>

/** Calls that are open although nobody is left who could settle them. */
async function findAbandoned(
  db: Kysely<Tables>,
  { owner, clock }: Pick<Dependencies, 'owner' | 'clock'>,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('modelCalls')
    .select(['id', 'ts', 'ownerPid', 'ownerInstance'])
    .where('costUsd', 'is', null)
    .execute()
  const alive = new Map<string, boolean>()
  const isAlive = (id: number, instance: string): boolean => {
    const name = `${id} ${instance}`
    const known = alive.get(name) ?? owner.isAlive(id, instance)
    alive.set(name, known)
    return known
  }
  return rows
    .map((row) => parseRow(openRowSchema, row, 'model_calls'))
    .filter(
      ({ ts, ownerPid, ownerInstance }) =>
        ownerPid === null ||
        ownerInstance === null ||
        clock() - ts > longestOpenMs ||
        !isAlive(ownerPid, ownerInstance),
    )
    .map(({ id }) => id)
}

/**
 * Books calls that nobody can settle any more: at their worst case what may have reached a server, at nothing what was
 * never sent. A worst case is booked without usage, which tells it from a cost that is known.
 */
async function settleCalls(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('modelCalls')
    .set({
      costUsd: sql<number>`case when is_sent = 1 then worst_case_usd else 0.0 end`,
      usage: sql<string | null>`case when is_sent = 1 then null else ${JSON.stringify(noUsage)} end`,
    })
    .where('id', 'in', ids)
    .where('costUsd', 'is', null)
    .execute()
}

/** Counts what is abandoned as what it is before the limits are looked at. */
async function reserve(
  db: Kysely<Tables>,
  dependencies: Dependencies,
  call: StoredCall,
  limits: readonly SpendingLimit[],
): ReturnType<SpendingRepository['reserve']> {
  const { owner } = dependencies
  const whole = storedCallSchema.parse(call)
  await settleCalls(db, await findAbandoned(db, dependencies))
  for (const limit of limits) {
    const taken = await sumTakenUsd(db, limit)
    if (taken + whole.worstCaseUsd > limit.limitUsd + roundingUsd)
      return { ok: false, limit, takenUsd: taken }
  }
  const { id } = await db
    .insertInto('modelCalls')
    .values({
      ...whole,
      costUsd: null,
      usage: null,
      ownerPid: owner.processId,
      ownerInstance: owner.instance,
      isSent: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ok: true, callId: id }
}

/** Model calls over a connection; what is reserved here belongs to the owner. */
export function createSpendingRepository(
  dependencies: Dependencies,
): SpendingRepository & Readonly<{ settleAbandoned(): Promise<void> }> {
  const { connection } = dependencies
  const settleAbandoned = async (): Promise<void> => {
    // Mostly there is none, and looking takes no lock.
    const ids = await connection.run((db) => findAbandoned(db, dependencies))
    if (ids.length > 0) await connection.write((db) => settleCalls(db, ids))
  }
  return {
    settleAbandoned,
    reserve: (call, limits) => connection.write((db) => reserve(db, dependencies, call, limits)),
    async markSent(callId) {
      await connection.run((db) =>
        db.updateTable('modelCalls').set({ isSent: 1 }).where('id', '=', callId).execute(),
      )
      // What this process has reserved is its own for as long as it lives.
      return null
    },
    async settle(callId, costUsd, usage) {
      await connection.run((db) => {
        const settled = {
          costUsd: costUsdSchema.parse(costUsd),
          usage: JSON.stringify(tokenUsageSchema.parse(usage)),
        }
        return db.updateTable('modelCalls').set(settled).where('id', '=', callId).execute()
      })
    },
    async since(ts) {
      // Where nothing can be written, an abandoned call shows as reserved.
      await settleAbandoned().catch(() => undefined)
      const row = await connection.run((db) =>
        db
          .selectFrom('modelCalls')
          .select((columns) => [
            sql<number>`coalesce(sum(cost_usd), 0.0)`.as('spentUsd'),
            sql<number>`coalesce(sum(worst_case_usd) filter (where cost_usd is null), 0.0)`.as('reservedUsd'),
            columns.fn.countAll<number>().as('calls'),
            sql<number>`count(*) filter (where ${perhapsPaid})`.as('perhapsCalls'),
            sql<number>`coalesce(sum(cost_usd) filter (where ${perhapsPaid}), 0.0)`.as('perhapsUsd'),
          ])
          .where('ts', '>=', ts)
          .executeTakeFirst(),
      )
      return parseRow(spendingRowSchema, row, 'model_calls')
    },
  }
}
