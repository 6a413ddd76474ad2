import { Cancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import { ModelFailure } from '../../../kernel/language-model.ts'

export type CallWatch = {
  /** Ends the request when the watch does. */
  readonly abortSignal: AbortSignal
  /** The result of the work, or `Cancelled` or a `timeout` failure as soon as either is due, whatever the work does. */
  readonly during: <T>(work: Promise<T>) => Promise<T>
  /** To be called once, however the call ended. */
  readonly end: () => void
}

/**
 * Watches over one call: a cancel ends it at once, and so does work that takes longer than `timeoutMs`. Time is counted
 * only while somebody waits for the server, anew for each piece of work.
 */
export function watchCall({
  signal,
  timeoutMs,
}: {
  readonly signal: CancelSignal
  readonly timeoutMs: number
}): CallWatch {
  const controller = new AbortController()
  const interruption = Promise.withResolvers<never>()
  // Nobody may be waiting when it comes.
  interruption.promise.catch(() => undefined)
  const interrupt = (reason: Error): void => {
    interruption.reject(reason)
    controller.abort()
  }
  const cancel = (): void => interrupt(new Cancelled())
  const fallSilent = (): void => interrupt(buildSilenceFailure(timeoutMs))
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  return {
    abortSignal: controller.signal,
    during: async (work) => {
      const timer = setTimeout(fallSilent, timeoutMs)
      try {
        return await Promise.race([work, interruption.promise])
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => {
      signal.removeEventListener('abort', cancel)
      controller.abort()
    },
  }
}

function buildSilenceFailure(timeoutMs: number): ModelFailure {
  const seconds = (timeoutMs / 1000).toLocaleString('en-US')
  return new ModelFailure('timeout', `The server sent no part of an answer for ${seconds} s.`)
}
