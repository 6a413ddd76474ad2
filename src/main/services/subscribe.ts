import { createEventChannel } from './event-channel.ts'

/**
 * What a callback receives, as events that end when the reader stops reading or the signal is aborted. A generator alone
 * would not do: while it waits for the next event, nobody can tell it to stop.
 */
export function subscribe<T>(
  start: (listener: (event: T) => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  const channel = createEventChannel<T>()
  const events = channel.events()
  const stop = start(channel.push)
  const end = (): void => {
    signal?.removeEventListener('abort', end)
    stop()
    channel.end()
  }
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  const subscription: AsyncGenerator<T, void> = {
    next: () => events.next(),
    return: async () => {
      end()
      return events.return()
    },
    throw: async (error: unknown) => {
      end()
      return events.throw(error)
    },
    [Symbol.asyncIterator]: () => subscription,
    [Symbol.asyncDispose]: async () => end(),
  }
  return subscription
}
