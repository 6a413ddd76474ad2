import type { Piscina } from 'piscina'
import { Recent } from '../../../shared/kernel/recent.ts'
import { createSleepingPool } from './sleeping-pool.ts'

/** Threads for cells, of which each keeps what it has found out about the checkpoints that it works on. */
export type CellThreads = {
  /**
   * Work on a checkpoint, by any key that tells it from others: where its last work was, as long as no other thread is
   * idle or has much less to do.
   */
  readonly use: <T>(checkpoint: string, work: (thread: Piscina) => Promise<T>) => Promise<T>
  /** Ends a thread with whatever it does; another takes its place. */
  readonly replace: (used: Piscina) => Promise<void>
  readonly destroy: () => Promise<void>
}

/** Checkpoints whose threads are remembered; more than threads keep open. */
const remembered = 64

/** Makes the threads together when the first is needed, so that all are awake by then; each ends `idleMs` after its last work. */
export function createCellThreads(start: () => Piscina, count: number, idleMs: number): CellThreads {
  const threads = Array.from({ length: count }, () => ({ pool: createSleepingPool(start, idleMs), busy: 0 }))
  const places = new Recent<{ thread: (typeof threads)[number] }>(remembered)
  const choose = (checkpoint: string): (typeof threads)[number] => {
    const freest = threads.reduce((best, thread) => (thread.busy < best.busy ? thread : best))
    const place = places.get(checkpoint, () => ({ thread: freest }))
    const isBehind = freest.busy === 0 ? place.thread.busy > 0 : place.thread.busy > freest.busy + 1
    if (isBehind) place.thread = freest
    return place.thread
  }
  return {
    use: async (checkpoint, work) => {
      for (const { pool } of threads) void pool.use(() => Promise.resolve())
      const thread = choose(checkpoint)
      thread.busy += 1
      try {
        return await thread.pool.use(work)
      } finally {
        thread.busy -= 1
      }
    },
    replace: async (used) => {
      await Promise.all(threads.map(({ pool }) => pool.replace(used)))
    },
    destroy: async () => {
      await Promise.all(threads.map(({ pool }) => pool.destroy()))
    },
  }
}
