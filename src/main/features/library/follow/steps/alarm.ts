/** Wakes whoever waits for something to do, and remembers that it rang while nobody did. */
export type Alarm = {
  readonly ring: () => void
  /** Whether it rang since it was last asked. */
  readonly take: () => boolean
  /** Resolves when it rings, at once where it has, and when the signal is aborted. */
  readonly until: (signal: AbortSignal) => Promise<void>
}

/** One that has rung, so that there is a first look. */
export function createAlarm(): Alarm {
  let hasRung = true
  let wake: () => void = () => undefined
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    take: () => {
      const before = hasRung
      hasRung = false
      return before
    },
    until: (signal) =>
      new Promise((resolve) => {
        // A signal lives for a whole session, in which there are many waits.
        const endWait = (): void => {
          signal.removeEventListener('abort', endWait)
          resolve()
        }
        wake = endWait
        signal.addEventListener('abort', endWait)
        if (hasRung || signal.aborted) endWait()
      }),
  }
}
