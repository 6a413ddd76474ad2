import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the main thread came to what was due, in milliseconds. */
export type LoopDelay = { readonly p99: number; readonly max: number }

/** Watches the event loop while something runs; the timer's own millisecond is part of every figure. */
export async function watchLoop<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly delay: LoopDelay }> {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  const value = await work()
  histogram.disable()
  return { value, delay: { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 } }
}
