import { AsyncIteratorClass } from '@orpc/server'
import { toReply } from './explain-failure.ts'

/** What some work is given that tells its events while it goes on. */
export type EventOptions<T> = {
  /** Aborted where nobody wants the events any more. */
  readonly signal: AbortSignal
  readonly push: (event: T) => void
}

/**
 * The events of some work, for whoever follows it on the page or on the command line. The work begins at once; it is
 * stopped when the reader leaves or the signal is aborted, also while the reader waits for the next event. What is pushed
 * meanwhile waits in line. What the work rejects with is thrown, as a reply, unless it was stopped.
 */
export function streamEvents<T>(
  work: (options: EventOptions<T>) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  const line: T[] = []
  const leaving = new AbortController()
  const stop = AbortSignal.any([leaving.signal, ...(signal === undefined ? [] : [signal])])
  let end: { readonly error?: unknown } | undefined
  let wake: () => void = () => undefined
  const push = (event: T): void => {
    line.push(event)
    wake()
  }
  const begin = async (): Promise<void> => {
    try {
      if (!stop.aborted) await work({ signal: stop, push })
      end = {}
    } catch (error) {
      end = stop.aborted ? {} : { error }
    }
    wake()
  }
  const ended = begin()
  const next = async (): Promise<IteratorResult<T, void>> => {
    for (;;) {
      const [event] = line.splice(0, 1)
      if (event !== undefined) return { done: false, value: event }
      if (end?.error !== undefined) throw toReply(end.error)
      if (end !== undefined) return { done: true, value: undefined }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return new AsyncIteratorClass<T, void>(next, () => {
    leaving.abort()
    return ended
  })
}
