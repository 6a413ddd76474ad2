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
  const endSubscription = (): void => {
    signal?.removeEventListener('abort', endSubscription)
    stop()
    channel.end()
  }
  signal?.addEventListener('abort', endSubscription)
  if (signal?.aborted === true) endSubscription()
  const subscription: AsyncGenerator<T, void> = {
    next: () => events.next(),
    return: async () => {
      endSubscription()
      return events.return()
    },
    throw: async (error: unknown) => {
      endSubscription()
      return events.throw(error)
    },
    [Symbol.asyncIterator]: () => subscription,
    [Symbol.asyncDispose]: async () => endSubscription(),
  }
  return subscription
}
