import type { Piscina } from 'piscina'
import type { WorkerAnswer } from './job.ts'

/** Threads that can be made anew while they have nothing to do, to give back what they hold. */
export type HeldPool = {
  /** Work with the threads. Calls may overlap. */
  readonly use: <T>(work: (pool: Piscina) => Promise<WorkerAnswer<T>>) => Promise<T>
  /** Ends threads that hold more than `mostHeldBytes` since their last answer, unless they are at work. */
  readonly release: () => Promise<void>
  /** Ends these threads with whatever they do; others take their place. */
  readonly replace: (used: Piscina) => Promise<void>
  readonly destroy: () => Promise<void>
}

/** Starts the threads of a pool, and others in their place when they were ended. */
export function createHeldPool(start: () => Piscina, mostHeldBytes: number): HeldPool {
  let pool = start()
  let users = 0
  let heldBytes = 0
  return {
    use: async (work) => {
      users += 1
      try {
        const answer = await work(pool)
        heldBytes = answer.heldBytes
        return answer.output
      } finally {
        users -= 1
      }
    },
    release: async () => {
      if (users > 0 || heldBytes <= mostHeldBytes) return
      const used = pool
      pool = start()
      heldBytes = 0
      await used.destroy()
    },
    replace: async (used) => {
      if (used === pool) pool = start()
      await used.destroy()
    },
    destroy: () => pool.destroy(),
  }
}
