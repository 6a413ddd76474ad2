/** Events from callbacks as an async iterator: what is pushed while nobody reads waits in line. */
export type EventChannel<T> = {
  readonly push: (event: T) => void
  /** Ends the iteration after what is in line; with an error, the reader gets it. */
  readonly end: (error?: unknown) => void
  readonly events: () => AsyncGenerator<T, void>
}

/** A channel for one reader. */
export function createEventChannel<T>(): EventChannel<T> {
  const line: T[] = []
  let ended: { readonly error: unknown } | undefined
  let wake: () => void = () => undefined
  const wakeReader = (): void => wake()
  return {
    push: (event) => {
      line.push(event)
      wakeReader()
    },
    end: (error) => {
      ended ??= { error }
      wakeReader()
    },
    async *events() {
      for (;;) {
        const event = line.shift()
        if (event !== undefined) yield event
        else if (ended !== undefined) {
          if (ended.error !== undefined) throw ended.error
          return
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    },
  }
}
