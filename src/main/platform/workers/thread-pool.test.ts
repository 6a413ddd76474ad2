import type { Piscina } from 'piscina'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThreadPool, type Lane, type ThreadPool } from './thread-pool.ts'

const lane: Lane = {
  priority: 'interactive',
  threads: 1,
  jobsPerThread: 1,
  idleMs: 1000,
  keepsHistory: true,
}

type Bench = {
  readonly pool: ThreadPool<string>
  /** Threads by number, in the order in which they started and ended. */
  readonly started: readonly number[]
  readonly ended: readonly number[]
}

/** A pool whose threads are told from each other by a number; what one holds of more than 100 bytes is a history. */
function openBench(lanes: Readonly<Record<string, Lane>>): Bench {
  const started: number[] = []
  const ended: number[] = []
  const start = (): Piscina => {
    const number = started.length + 1
    started.push(number)
    const destroy = (): Promise<void> => {
      ended.push(number)
      return Promise.resolve()
    }
    // Nothing else of it is called here.
    return { number, destroy, on: () => undefined } as unknown as Piscina
  }
  return { pool: createThreadPool(lanes, start, 100), started, ended }
}

type Begun = {
  /** Where it is done. */
  readonly thread: () => number
  readonly end: (heldBytes?: number) => Promise<unknown>
}

/** Begins a job, which goes on until it is ended. */
function begin(
  { pool }: Bench,
  name: string,
  { history = null, isLarge = false }: { readonly history?: string | null; readonly isLarge?: boolean } = {},
): Begun {
  const { promise, resolve } = Promise.withResolvers<number>()
  let thread = 0
  const work = pool.run(name, { history, isLarge }, async ({ piscina }) => {
    thread = Number(Reflect.get(piscina, 'number'))
    return { output: 'done', heldBytes: await promise }
  })
  return {
    thread: () => thread,
    end: (heldBytes = 0) => {
      resolve(heldBytes)
      return work
    },
  }
}

describe('a thread', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('starts when it is needed, stays while it works, and ends when nobody has needed it for long', async () => {
    const bench = openBench({ views: lane })
    expect(bench.started).toEqual([])
    await begin(bench, 'views').end()
    await vi.advanceTimersByTimeAsync(900)
    const job = begin(bench, 'views')
    await vi.advanceTimersByTimeAsync(5000)
    expect(bench.ended).toEqual([])
    await job.end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(bench.ended).toEqual([1])
    await begin(bench, 'views').end()
    expect(bench.started).toEqual([1, 2])
  })

  it('ends at once with what it holds where that serves nobody', async () => {
    const bench = openBench({ reading: { ...lane, keepsHistory: false } })
    await begin(bench, 'reading').end(100)
    expect(bench.ended).toEqual([])
    await begin(bench, 'reading').end(101)
    expect(bench.ended).toEqual([1])
  })
})

describe('a large history', () => {
  const lanes = { views: lane, runs: lane, background: { ...lane, priority: 'background' as const } }

  it('ends idle threads of others that hold much', async () => {
    const bench = openBench(lanes)
    await begin(bench, 'runs').end(101)
    await begin(bench, 'background').end(100)
    await begin(bench, 'views', { isLarge: true }).end(101)
    await begin(bench, 'views', { isLarge: true }).end(101)
    expect(bench.ended).toEqual([1])
  })

  it('leaves those that are at work', async () => {
    const bench = openBench(lanes)
    await begin(bench, 'runs').end(101)
    const job = begin(bench, 'runs')
    await begin(bench, 'views', { isLarge: true }).end()
    expect(bench.ended).toEqual([])
    await job.end(101)
    await begin(bench, 'views', { isLarge: true }).end()
    expect(bench.ended).toEqual([1])
  })

  it('takes nothing from anybody where nobody looks at it', async () => {
    const bench = openBench(lanes)
    await begin(bench, 'runs').end(101)
    await begin(bench, 'background', { isLarge: true }).end()
    expect(bench.ended).toEqual([])
  })
})

describe('a lane of several threads', () => {
  const lanes = (threads: number) => ({ cells: { ...lane, threads, jobsPerThread: 16 } })

  it('does what is to be done on a history in one thread, and each history in another', async () => {
    const bench = openBench(lanes(2))
    const jobs = ['a', 'b', 'a', 'b'].map((history) => begin(bench, 'cells', { history }))
    await Promise.all(jobs.map(({ end }) => end()))
    const later = ['b', 'a'].map((history) => begin(bench, 'cells', { history }))
    expect([...jobs, ...later].map(({ thread }) => thread())).toEqual([1, 2, 1, 2, 2, 1])
    await Promise.all(later.map(({ end }) => end()))
  })

  it('lets no thread idle where there is but one history', async () => {
    const bench = openBench(lanes(3))
    const jobs = ['a', 'a', 'a'].map((history) => begin(bench, 'cells', { history }))
    expect(jobs.map(({ thread }) => thread())).toEqual([1, 2, 3])
    await Promise.all(jobs.map(({ end }) => end()))
  })

  it('starts no thread while one is idle', async () => {
    const bench = openBench(lanes(3))
    await begin(bench, 'cells', { history: 'a' }).end()
    await begin(bench, 'cells', { history: 'b' }).end()
    expect(bench.started).toEqual([1])
  })

  it('ends all of them when it is closed, and does nothing more', async () => {
    const bench = openBench(lanes(2))
    const jobs = [begin(bench, 'cells'), begin(bench, 'cells')]
    await Promise.all(jobs.map(({ end }) => end()))
    await bench.pool.close()
    expect(bench.ended).toEqual([1, 2])
    await expect(begin(bench, 'cells').end()).rejects.toThrow('have ended')
  })
})

describe('lanes', () => {
  it('do not wait for each other', async () => {
    const bench = openBench({ views: lane, runs: lane })
    const long = begin(bench, 'runs')
    await begin(bench, 'views').end()
    expect(long.thread()).toBe(1)
    await long.end()
  })
})
