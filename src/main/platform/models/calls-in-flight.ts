import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { CompletionEvent } from '../../kernel/language-model.ts'

/** A call that several wait for. Ends by itself, or when the last of them leaves. */
export type CallInFlight = {
  /** Of the profile that is asked: another one may fail for reasons of its own. */
  readonly profileId: string
  /** True once everybody has left; nobody may join any more. */
  readonly isLeft: () => boolean
  /** Resolves when nothing of it goes on; never rejects. */
  readonly ended: Promise<void>
  /**
   * Everything that is said from the beginning, to the end or the failure of the call. Throws `Cancelled` as soon as
   * the signal fires. Whoever listens is waited for by nobody.
   */
  readonly listen: (signal: CancelSignal) => AsyncGenerator<CompletionEvent, void>
}

/** The calls of this process, by what is asked. */
export type CallsInFlight = Map<string, CallInFlight>

/**
 * Begins a call, which makes headway only as somebody asks for what comes next: between the announcement of an attempt
 * and the attempt lies its reservation. `onEnd` is called once, when nothing of it goes on.
 */
export function beginCall(
  profileId: string,
  start: (signal: AbortSignal) => AsyncGenerator<CompletionEvent, void>,
  onEnd: () => void,
): CallInFlight {
  const controller = new AbortController()
  const pieces = start(controller.signal)
  const said: CompletionEvent[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let members = 0
  let end: { readonly failure: unknown } | null = null
  let pulling: Promise<void> | null = null
  const finish = (failure: unknown): void => {
    if (end !== null) return
    end = { failure }
    onEnd()
    resolve()
  }
  const readNext = async (): Promise<void> => {
    try {
      const { done, value } = await pieces.next()
      if (done === true) finish(null)
      else said.push(value)
    } catch (error) {
      finish(error)
    }
    pulling = null
  }
  const pull = (): Promise<void> => (pulling ??= readNext())
  const stop = async (): Promise<void> => {
    controller.abort()
    await pulling
    // What it did cost is written down by then.
    if (end === null) await pieces.return().catch(() => undefined)
    finish(new Cancelled())
  }
  return {
    profileId,
    isLeft: () => controller.signal.aborted,
    ended,
    async *listen(signal) {
      members += 1
      try {
        for (let at = 0; ;) {
          const event = said[at]
          if (event !== undefined) {
            at += 1
            yield event
          } else if (end !== null) {
            if (end.failure !== null) throw end.failure
            return
          } else await waitUnlessCancelled(pull(), signal)
        }
      } finally {
        members -= 1
        if (members === 0 && end === null) await stop()
      }
    },
  }
}

/** Waits for what never rejects; throws `Cancelled` as soon as the signal fires. */
export async function waitUnlessCancelled(work: Promise<void>, signal: CancelSignal): Promise<void> {
  const cancelled = Promise.withResolvers<never>()
  const cancel = (): void => cancelled.reject(new Cancelled())
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  try {
    await Promise.race([work, cancelled.promise])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
