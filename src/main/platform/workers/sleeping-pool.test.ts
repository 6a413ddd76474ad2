import type { Piscina } from 'piscina'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSleepingPool } from './sleeping-pool.ts'

let made = 0
let ended = 0
/** Stands in for a pool: only its end is of interest. */
function createStub(): Piscina {
  made += 1
  const destroy = (): Promise<void> => {
    ended += 1
    return Promise.resolve()
  }
  // Nothing else of it is called here.
  return { destroy } as unknown as Piscina
}

describe('a sleeping pool', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    made = 0
    ended = 0
  })
  afterEach(() => void vi.useRealTimers())

  it('is made when it is needed, kept while it is used, and ended when nobody has used it for long', async () => {
    const sleeping = createSleepingPool(createStub, 1000)
    expect(made).toBe(0)
    await sleeping.use(() => Promise.resolve())
    await vi.advanceTimersByTimeAsync(900)
    const { promise, resolve } = Promise.withResolvers<void>()
    const used = sleeping.use(() => promise)
    await vi.advanceTimersByTimeAsync(5000)
    expect(ended).toBe(0)
    resolve()
    await used
    await vi.advanceTimersByTimeAsync(1000)
    expect(ended).toBe(1)
    await sleeping.use(() => Promise.resolve())
    expect(made).toBe(2)
  })

  it('ends at once when all ends', async () => {
    const sleeping = createSleepingPool(createStub, 1000)
    await sleeping.use(() => Promise.resolve())
    await sleeping.destroy()
    expect(ended).toBe(1)
  })
})
