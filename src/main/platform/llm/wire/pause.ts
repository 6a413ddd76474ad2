import { Cancelled, stopIfCancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'

/** Waits some milliseconds; a cancel ends the wait at once with `Cancelled`. */
export async function pause(durationMs: number, signal: CancelSignal): Promise<void> {
  stopIfCancelled(signal)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, durationMs)
  const cancel = (): void => reject(new Cancelled())
  signal.addEventListener('abort', cancel)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
