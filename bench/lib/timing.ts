import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench } from 'tinybench'

type Work = () => unknown

/** Calls of a task at the least; tasks that are quick get more, for half a second. */
const leastCalls = 5
const leastMs = 500

/**
 * Milliseconds that this thread was at work: what else the machine does is not in it. Some systems count in steps
 * of 4 ms, so a single short call says nothing; means over many calls do.
 */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

type WorkOptions = {
  readonly iterations?: number
  /** Every task has been called before. Otherwise each is called once. */
  readonly isWarm?: boolean
  /** Runs before each call, and does not count. */
  readonly before?: () => void
}

/** Mean milliseconds of work of this thread that tasks take, by name, measured one after another. */
export async function workTimes<Name extends string>(
  tasks: Readonly<Record<Name, Work>>,
  { iterations = leastCalls, isWarm = false, before = () => undefined }: WorkOptions = {},
): Promise<Readonly<Record<Name, number>>> {
  const bench = new Bench({
    iterations,
    time: leastMs,
    warmup: !isWarm,
    warmupIterations: 1,
    warmupTime: 0,
    throws: true,
    now: workedMs,
  })
  // `Object.entries` widens the keys that it was given.
  const entries = Object.entries(tasks) as [Name, Work][]
  for (const [name, work] of entries) bench.add(name, async () => void (await work()), { beforeEach: before })
  await bench.run()
  const times = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} could not be measured: ${result.state}`)
    return [name, result.latency.mean] as const
  })
  // One entry per task was made above.
  return Object.fromEntries(times) as Record<Name, number>
}

/** Milliseconds of work of this thread that one call takes; for work that is different the second time. */
export function workOnce<T>(work: () => T): { readonly ms: number; readonly value: T } {
  const start = workedMs()
  const value = work()
  return { ms: workedMs() - start, value }
}

/**
 * Milliseconds that `JSON.parse` and `JSON.stringify` of texts take, the least of three: what this machine takes for
 * the same data at the least, so that a target is a multiple of it and means the same on a slower one.
 */
export function timeJson(texts: readonly string[]): number {
  const rounds = Array.from({ length: 3 }, () =>
    workOnce(() => texts.map((text) => JSON.stringify(JSON.parse(text)).length)),
  )
  return Math.max(Math.min(...rounds.map(({ ms }) => ms)), 1)
}

/** The same for every JSON file below a folder. */
export function timeJsonBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return timeJson(
    names.filter((name) => name.endsWith('.json')).map((name) => readFileSync(join(folder, name), 'utf8')),
  )
}

/** Milliseconds that pass during one call, on whichever thread it works. */
export async function timeOnce<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly ms: number; readonly value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

/** The value in the middle; the mean of the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)] ?? Number.NaN
  return Number.isInteger(half) ? (upper + (sorted[half - 1] ?? Number.NaN)) / 2 : upper
}
