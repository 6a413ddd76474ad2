/** Lets so much work go on at once; the rest waits in the order in which it came. */
export type Slots = {
  /** Does the work as soon as a slot is free. Rejects with the signal's reason where that comes before its turn. */
  readonly use: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** Slots for `most` pieces of work at once. */
export function createSlots(most: number): Slots {
  let used = 0
  const waiting = new Set<() => void>()
  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((go, stop) => {
      const enter = (): void => {
        waiting.delete(enter)
        signal?.removeEventListener('abort', leave)
        go()
      }
      const leave = (): void => {
        waiting.delete(enter)
        stop(signal?.reason)
      }
      waiting.add(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  const leaveSlot = (): void => {
    const [next] = waiting
    // Whoever is next takes the slot over.
    if (next === undefined) used -= 1
    else next()
  }
  return {
    use: async (work, signal) => {
      signal?.throwIfAborted()
      if (used < most) used += 1
      else await wait(signal)
      try {
        return await work()
      } finally {
        leaveSlot()
      }
    },
  }
}
