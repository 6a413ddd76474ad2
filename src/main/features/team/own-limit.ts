import { startOfDay } from '../../platform/models/spending-limits.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import type { SpendingRepository, Store } from '../../platform/store/store.ts'

/** What a machine may spend in a day, on its own work and on that of others; its policy says how much. */
export type OwnLimit = {
  /** The same spending, which is refused as well where this machine's own limit leaves no room for it. */
  readonly over: (shared: SpendingRepository) => SpendingRepository
  /** Whether there is no room for a call such as the last that was refused, or for any. */
  readonly isReached: () => Promise<boolean>
}

/**
 * A worker pays with keys of its own, so that calls for others count towards its day beside those of whoever runs the
 * experiment. They are noted without their experiment: the limits of that are kept where it is run.
 */
export function createOwnLimit({
  store,
  now,
}: {
  readonly store: Pick<Store, 'spending' | 'preferences'>
  readonly now: () => number
}): OwnLimit {
  const { spending: own } = store
  let refusedUsd = 0
  const limitUsd = async (): Promise<number | null> => (await readPolicy(store)).budgetPerDayUsd
  const limitRepository = (shared: SpendingRepository): SpendingRepository => {
    const ownIds = new Map<number, number>()
    const free = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }
    return {
      ...shared,
      async reserve(call, limits) {
        const usd = await limitUsd()
        const day = usd === null ? [] : [{ name: 'machine', limitUsd: usd, sinceTs: startOfDay(now()) }]
        const noted = await own.reserve({ ...call, runId: null, experimentId: null, taskId: null }, day)
        if (!noted.ok) {
          refusedUsd = call.worstCaseUsd
          return noted
        }
        const reserved = await shared.reserve(call, limits)
        if (reserved.ok) ownIds.set(reserved.callId, noted.callId)
        else await own.settle(noted.callId, 0, free)
        return reserved
      },
      async markSent(callId) {
        const refused = await shared.markSent(callId)
        const ownId = ownIds.get(callId)
        if (ownId === undefined) return refused
        if (refused === null) await own.markSent(ownId)
        else await own.settle(ownId, 0, free)
        return refused
      },
      async settle(callId, costUsd, usage) {
        await shared.settle(callId, costUsd, usage)
        const ownId = ownIds.get(callId)
        if (ownId !== undefined) await own.settle(ownId, costUsd, usage)
      },
    }
  }
  return {
    over: limitRepository,
    isReached: async () => {
      const usd = await limitUsd()
      if (usd === null) return false
      const { spentUsd, reservedUsd } = await own.since(startOfDay(now()))
      const taken = spentUsd + reservedUsd
      return taken >= usd || taken + refusedUsd > usd
    },
  }
}
