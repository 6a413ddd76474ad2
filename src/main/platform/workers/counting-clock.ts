import { AsyncLocalStorage } from 'node:async_hooks'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'

/** Jobs of one thread take turns; each has a clock of its own. */
const clocks = new AsyncLocalStorage<{ ms: number }>()

/** Does some work and says how much of its time went into counting tokens, in milliseconds. */
export async function timeCounting<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly countingMs: number }> {
  const clock = { ms: 0 }
  const value = await clocks.run(clock, work)
  return { value, countingMs: clock.ms }
}

/** A counter whose time is put down to the job that counts. */
export function createClockedCounter(counter: TokenCounter): TokenCounter {
  return {
    id: counter.id,
    count: (text) => {
      const clock = clocks.getStore()
      if (clock === undefined) return counter.count(text)
      const started = performance.now()
      const tokens = counter.count(text)
      clock.ms += performance.now() - started
      return tokens
    },
  }
}
