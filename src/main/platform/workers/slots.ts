import PQueue from 'p-queue'

/** Lets so much work go on at once. The rest waits in the order in which it came. */
export type Slots = {
  /** Does the work as soon as a slot is free. Rejects with the signal's reason where that comes before its turn. */
  readonly use: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** Slots for `most` pieces of work at once. */
export function createSlots(most: number): Slots {
  const queue = new PQueue({ concurrency: most })
  return {
    use: async (work, signal) => {
      signal?.throwIfAborted()
      // Given the signal itself, the queue would free the slot of cancelled work that still goes on.
      const waiting = new AbortController()
      const leave = (): void => waiting.abort(signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        return work()
      }
      return queue.add(begin, { signal: waiting.signal })
    },
  }
}
