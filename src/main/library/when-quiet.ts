/** Work that waits until a key has been quiet for a while, but not for ever while it is not. */
export type WhenQuiet = {
  readonly touch: (key: string) => void
  /** Forgets what waits. */
  readonly clear: () => void
}

export type WhenQuietOptions = {
  readonly quietMs: number
  /** The longest that a key waits after its first touch. */
  readonly mostMs: number
  /** Milliseconds, from any moment. */
  readonly now: () => number
  readonly work: (key: string) => void
}

/** Does the work of a key once after many touches. */
export function createWhenQuiet({ quietMs, mostMs, now, work }: WhenQuietOptions): WhenQuiet {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly sinceMs: number }>()
  return {
    touch: (key) => {
      const before = waiting.get(key)
      clearTimeout(before?.timer)
      const sinceMs = before?.sinceMs ?? now()
      const delayMs = Math.max(0, Math.min(quietMs, sinceMs + mostMs - now()))
      const timer = setTimeout(() => {
        waiting.delete(key)
        work(key)
      }, delayMs)
      waiting.set(key, { timer, sinceMs })
    },
    clear: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
