import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { makeBench, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
  await putTask(store)
})
afterEach(() => bench.clean())

const fact = { taskId: 'task-1', text: 'The port is 5433.', createdTs: 7.5 }
const later = { ...fact, text: 'Amounts are in cents.', createdTs: 9 }

it('keeps facts in the order in which they were pinned, each once, over a restart', async () => {
  await store.facts.add(later)
  await store.facts.add(fact)
  await store.facts.add({ ...fact, createdTs: 11 })
  await store.close()
  store = await bench.open()
  expect(await store.facts.list('task-1')).toEqual([fact, later])
})

it('takes them away one by one', async () => {
  await store.facts.add(fact)
  await store.facts.add(later)
  expect(await store.facts.remove(later)).toBe(true)
  expect(await store.facts.remove(later)).toBe(false)
  expect(await store.facts.list('task-1')).toEqual([fact])
})

it('keeps them when their task is read again, and forgets them with it', async () => {
  await store.facts.add(fact)
  await putTask(store, { title: 'Read again' })
  expect(await store.facts.list('task-1')).toHaveLength(1)
  await store.tasks.forget('task-1')
  await putTask(store)
  expect(await store.facts.list('task-1')).toEqual([])
})

it('refuses them without a task, and without words', async () => {
  await expect(store.facts.add({ ...fact, taskId: 'nobody' })).rejects.toMatchObject({ code: 'failed' })
  await expect(store.facts.add({ ...fact, text: '' })).rejects.toThrow('text')
})
