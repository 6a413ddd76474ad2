import type { Piscina } from 'piscina'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSleepingPool } from './sleeping-pool.ts'

/** Stands in for a pool: only its end is of interest. */
function stub(): Piscina {
  // Nothing else of it is called here.
  return { destroy: vi.fn(() => Promise.resolve()) } as unknown as Piscina
}

describe('a sleeping pool', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is made when it is needed, kept while it is used, and ended when nobody has used it for long', async () => {
    const pools: Piscina[] = []
    const sleeping = createSleepingPool(() => {
      pools.push(stub())
      return pools.at(-1) ?? stub()
    }, 1000)
    expect(pools).toHaveLength(0)
    await sleeping.use(() => Promise.resolve())
    await vi.advanceTimersByTimeAsync(900)
    const { promise, resolve } = Promise.withResolvers<void>()
    const used = sleeping.use(() => promise)
    await vi.advanceTimersByTimeAsync(5000)
    expect(pools[0]?.destroy).not.toHaveBeenCalled()
    resolve()
    await used
    await vi.advanceTimersByTimeAsync(1000)
    expect(pools[0]?.destroy).toHaveBeenCalledOnce()
    await sleeping.use(() => Promise.resolve())
    expect(pools).toHaveLength(2)
  })

  it('ends at once when all ends', async () => {
    const pool = stub()
    const sleeping = createSleepingPool(() => pool, 1000)
    await sleeping.use(() => Promise.resolve())
    await sleeping.destroy()
    expect(pool.destroy).toHaveBeenCalledOnce()
  })
})
