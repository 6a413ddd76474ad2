import type { Piscina } from 'piscina'
import { expect, it } from 'vitest'
import { createCellThreads, type CellThreads } from './cell-threads.ts'

/** Threads that are told from each other by a number, and stand in for pools. */
function makeThreads(count: number): { readonly threads: CellThreads; readonly ended: number[] } {
  const ended: number[] = []
  let made = 0
  const start = (): Piscina => {
    made += 1
    const name = made
    const destroy = (): Promise<void> => {
      ended.push(name)
      return Promise.resolve()
    }
    // Nothing else of it is called here.
    return { name, destroy } as unknown as Piscina
  }
  return { threads: createCellThreads(start, count, 60_000), ended }
}

/** Begins work on a checkpoint; `thread` is where it is done. */
function begin(threads: CellThreads, checkpoint: string): { thread: number; end: () => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let thread = 0
  const work = threads.use(checkpoint, (pool) => {
    thread = Number(Reflect.get(pool, 'name'))
    return promise
  })
  return {
    thread,
    end: () => {
      resolve()
      return work
    },
  }
}

it('does what is to be done on a checkpoint in one thread, and each checkpoint in another', async () => {
  const { threads } = makeThreads(2)
  const works = ['a', 'b', 'a', 'b'].map((checkpoint) => begin(threads, checkpoint))
  await Promise.all(works.map(({ end }) => end()))
  const later = ['b', 'a'].map((checkpoint) => begin(threads, checkpoint))
  const [a, b] = works.map(({ thread }) => thread)
  expect(a).not.toBe(b)
  expect([...works, ...later].map(({ thread }) => thread)).toEqual([a, b, a, b, b, a])
  await Promise.all(later.map(({ end }) => end()))
})

it('lets no thread idle where there is but one checkpoint', async () => {
  const { threads } = makeThreads(3)
  const works = ['a', 'a', 'a'].map((checkpoint) => begin(threads, checkpoint))
  expect(new Set(works.map(({ thread }) => thread)).size).toBe(3)
  await Promise.all(works.map(({ end }) => end()))
})

it('ends all threads at once', async () => {
  const { threads, ended } = makeThreads(2)
  await begin(threads, 'a').end()
  await threads.destroy()
  expect(ended.toSorted((a, b) => a - b)).toEqual([1, 2])
})
