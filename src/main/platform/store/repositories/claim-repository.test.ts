import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { makeBench, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let now: number
let alive: Set<number>
const opened: Store[] = []
beforeEach(async () => {
  bench = await makeBench()
  now = 1000
  alive = new Set([1, 2])
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await bench.clean()
})

async function openAs(processId: number): Promise<Store['claims']> {
  const store = await openStore({
    folder: bench.folder,
    clock: () => now,
    processId,
    isProcessAlive: (id) => alive.has(id),
  })
  opened.push(store)
  return store.claims
}

it('is had by one at a time, who may take it again, and by the other once it is left', async () => {
  const [first, second] = [await openAs(1), await openAs(2)]
  expect(await first.take('a', 500)).toBe(true)
  expect(await second.take('a', 500)).toBe(false)
  expect(await second.take('b', 500)).toBe(true)
  expect(await first.take('a', 500)).toBe(true)
  await second.leave('a')
  expect(await second.take('a', 500)).toBe(false)
  await first.leave('a')
  expect(await second.take('a', 500)).toBe(true)
})

it('ends after its time, and with the process that had it', async () => {
  const [first, second] = [await openAs(1), await openAs(2)]
  await first.take('a', 500)
  await first.take('b', 500)
  alive.delete(1)
  expect(await second.take('a', 500)).toBe(true)
  alive.add(1)
  now += 499
  expect(await second.take('b', 500)).toBe(false)
  now += 1
  expect(await second.take('b', 500)).toBe(true)
})
