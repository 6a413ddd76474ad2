import { createEventChannel } from './event-channel.ts'

/** What a job is given that tells its events while it runs. */
export type JobEventOptions<T> = {
  /** Aborted where nobody wants the result any more. */
  readonly signal: AbortSignal
  readonly push: (event: T) => void
}

/**
 * Events of a job, which begins with the first look at them and is stopped when the reader stops reading or the signal
 * is aborted; what it rejects with is thrown, unless the signal was aborted.
 */
export async function* streamJobEvents<T>(
  run: (options: JobEventOptions<T>) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  const stop = new AbortController()
  const channel = createEventChannel<T>()
  const either = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])])
  const work = run({ signal: either, push: channel.push }).then(
    () => channel.end(),
    (error: unknown) => channel.end(signal?.aborted === true ? undefined : error),
  )
  try {
    yield* channel.events()
  } finally {
    stop.abort()
    await work
  }
}
