import { setTimeout as sleep } from 'node:timers/promises'

/** Tasks that are worked on without a rest: a small library, and what an agent just wrote, are there at once. */
const unrested = 50
/** However long a task took, in milliseconds. */
const longestRestMs = 5000

/** Keeps work of the background from taking a whole processor. */
export type Throttle = {
  /** Rests as long as a task took, so that half a processor is taken; not after the first ones. */
  readonly rest: (tookMs: number, signal: AbortSignal) => Promise<void>
  /** Nothing is left to do: the next ones are first ones again. */
  readonly reset: () => void
}

/** A throttle before its first task. `wait` rejects when its signal is aborted. */
export function createThrottle(
  wait: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) => sleep(ms, undefined, { signal }),
): Throttle {
  let done = 0
  return {
    rest: async (tookMs, signal) => {
      done += 1
      if (done <= unrested || signal.aborted) return
      await wait(Math.min(tookMs, longestRestMs), signal).catch(() => undefined)
    },
    reset: () => {
      done = 0
    },
  }
}
