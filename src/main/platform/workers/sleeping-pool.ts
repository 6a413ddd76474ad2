import type { Piscina } from 'piscina'

/** A pool that is there while it has something to do, and for a while after. */
export type SleepingPool = {
  /** Work with the pool; it stays at least until the work is done. */
  readonly use: <T>(work: (pool: Piscina) => Promise<T>) => Promise<T>
  /** Ends these threads with whatever they do; the next work makes others. */
  readonly replace: (used: Piscina) => Promise<void>
  readonly destroy: () => Promise<void>
}

/**
 * Makes a pool when it is needed and gives its threads back when nobody has used it for `idleMs`. For pools that start
 * all of their threads at once, which the pool itself would never end.
 */
export function createSleepingPool(create: () => Piscina, idleMs: number): SleepingPool {
  let pool: Piscina | null = null
  let users = 0
  let timer: NodeJS.Timeout | undefined
  const destroy = async (): Promise<void> => {
    clearTimeout(timer)
    const used = pool
    pool = null
    await used?.destroy()
  }
  return {
    use: async (work) => {
      clearTimeout(timer)
      pool ??= create()
      users += 1
      try {
        return await work(pool)
      } finally {
        users -= 1
        if (users === 0 && pool !== null) timer = setTimeout(() => void destroy(), idleMs).unref()
      }
    },
    replace: async (used) => {
      if (used === pool) pool = null
      await used.destroy()
    },
    destroy,
  }
}
