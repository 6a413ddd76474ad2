import { startOfDay } from '../models/spending-limits.ts'
import { readPolicy, writePolicy } from '../models/stored-policy.ts'
import { implementer } from './implementer.ts'
import type { Services } from './services.ts'

/** Handlers of the `policy` area. */
export function policyHandlers({ store, now }: Pick<Services, 'store' | 'now'>) {
  const area = implementer.policy
  return {
    get: area.get.handler(() => readPolicy(store)),
    set: area.set.handler(async ({ input }) => {
      await writePolicy(store, input)
      return readPolicy(store)
    }),
    spendingToday: area.spendingToday.handler(async () => {
      const { budgetPerDayUsd } = await readPolicy(store)
      return { ...(await store.spending.since(startOfDay(now()))), limitUsd: budgetPerDayUsd }
    }),
  }
}
