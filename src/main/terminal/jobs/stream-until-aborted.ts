/**
 * The events of a stream until the signal is aborted, then rejects with the signal's reason at once: a stream that
 * is slow to notice must not keep the person waiting who pressed Ctrl+C.
 */
export async function* streamUntilAborted<T>(
  events: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = events[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  // Without a reader left, an abort after the end is nothing to report.
  aborted.catch(() => undefined)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a stream that is busy answers only when it is done.
    Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
