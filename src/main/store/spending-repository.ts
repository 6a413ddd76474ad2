import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { tokenUsageSchema } from '../../shared/domain/pricing.ts'
import type { Connection } from './connection.ts'
import { parseRow } from './parse-row.ts'
import { storedCallSchema } from './records.ts'
import type { SpendingLimit, SpendingRepository } from './store.ts'
import type { Tables } from './tables.ts'

/** Sums of many prices are off by rounding; a hundred-millionth of a dollar decides nothing. */
const roundingUsd = 1e-8

const takenRowSchema = z.object({ takenUsd: z.number() })
const spendingRowSchema = z.object({ spentUsd: z.number(), reservedUsd: z.number(), calls: z.number() })
const costUsdSchema = z.number().min(0)

/** What the calls under a limit cost, or could still cost. */
async function takenUsd(db: Kysely<Tables>, limit: SpendingLimit): Promise<number> {
  let calls = db
    .selectFrom('modelCalls')
    .select(sql<number>`coalesce(sum(coalesce(cost_usd, worst_case_usd)), 0.0)`.as('takenUsd'))
  if (limit.runId !== undefined) calls = calls.where('runId', '=', limit.runId)
  if (limit.experimentId !== undefined) calls = calls.where('experimentId', '=', limit.experimentId)
  if (limit.taskId !== undefined) calls = calls.where('taskId', '=', limit.taskId)
  if (limit.sinceTs !== undefined) calls = calls.where('ts', '>=', limit.sinceTs)
  return parseRow(takenRowSchema, await calls.executeTakeFirst(), 'model_calls').takenUsd
}

/** Model calls over a connection. */
export function createSpendingRepository(connection: Connection): SpendingRepository {
  return {
    reserve: (call, limits) =>
      connection.write(async (db) => {
        const whole = storedCallSchema.parse(call)
        for (const limit of limits) {
          const taken = await takenUsd(db, limit)
          if (taken + whole.worstCaseUsd > limit.limitUsd + roundingUsd) {
            return { ok: false, limit, takenUsd: taken } as const
          }
        }
        const { id } = await db
          .insertInto('modelCalls')
          .values({ ...whole, costUsd: null, usage: null })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { ok: true, callId: id } as const
      }),
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
      const row = await connection.run((db) =>
        db
          .selectFrom('modelCalls')
          .select((columns) => [
            sql<number>`coalesce(sum(cost_usd), 0.0)`.as('spentUsd'),
            sql<number>`coalesce(sum(worst_case_usd) filter (where cost_usd is null), 0.0)`.as('reservedUsd'),
            columns.fn.countAll<number>().as('calls'),
          ])
          .where('ts', '>=', ts)
          .executeTakeFirst(),
      )
      return parseRow(spendingRowSchema, row, 'model_calls')
    },
  }
}
