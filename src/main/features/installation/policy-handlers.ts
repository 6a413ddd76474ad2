import { startOfDay } from '../../platform/models/spending-limits.ts'
import { readPolicy, writePolicy } from '../../platform/models/stored-choices.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { requireMethod } from '../methods/resolve-method.ts'
import { readCondensingPrompt } from '../prompts/find-condensing-prompts.ts'

/** Handlers of the `policy` area. */
export function createPolicyHandlers({ store, now }: Pick<Services, 'store' | 'now'>) {
  const area = implementer.policy
  return {
    get: area.get.handler(() => readPolicy(store)),
    set: area.set.handler(async ({ input }) => {
      requireMethod(input.defaultProvider)
      const before = await readPolicy(store)
      // What is gone may stay where it is: other values can be set all the same.
      const condensingPrompt =
        input.condensingPrompt === before.condensingPrompt
          ? input.condensingPrompt
          : await readCondensingPrompt(store, input.condensingPrompt)
      await writePolicy(store, { ...input, condensingPrompt })
      return readPolicy(store)
    }),
    spendingToday: area.spendingToday.handler(async () => {
      const { budgetPerDayUsd } = await readPolicy(store)
      return { ...(await store.spending.since(startOfDay(now()))), limitUsd: budgetPerDayUsd }
    }),
  }
}
