import type { Piscina } from 'piscina'
import { expect, it } from 'vitest'
import { createHeldPool } from './held-pool.ts'

/** Pools that are told apart by their number, and say which of them have ended. */
function countedPools() {
  const ended: number[] = []
  let made = 0
  const start = (): Piscina => {
    const number = made
    made += 1
    // All that is asked of a pool here.
    return { number, destroy: async () => void ended.push(number) } as unknown as Piscina
  }
  return { ended, start, made: () => made }
}

const holding = (heldBytes: number) => async (): Promise<{ output: string; heldBytes: number }> => ({
  output: 'done',
  heldBytes,
})

it('ends threads that hold much, once', async () => {
  const { ended, start, made } = countedPools()
  const pool = createHeldPool(start, 100)
  expect(await pool.use(holding(101))).toBe('done')
  await pool.release()
  await pool.release()
  expect([ended, made()]).toEqual([[0], 2])
})

it('leaves threads that hold little', async () => {
  const { ended, start } = countedPools()
  const pool = createHeldPool(start, 100)
  await pool.use(holding(100))
  await pool.release()
  expect(ended).toEqual([])
})

it('leaves threads that are at work', async () => {
  const { ended, start } = countedPools()
  const pool = createHeldPool(start, 100)
  await pool.use(holding(101))
  const { promise, resolve } = Promise.withResolvers<{ output: string; heldBytes: number }>()
  const work = pool.use(() => promise)
  await pool.release()
  expect(ended).toEqual([])
  resolve({ output: 'done', heldBytes: 101 })
  await work
  await pool.release()
  expect(ended).toEqual([0])
})
