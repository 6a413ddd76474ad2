import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { pause } from './pause.ts'
import { watchCall } from './watch-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => undefined)

/** Tells what became of a promise by the time it is asked. */
function track(promise: Promise<unknown>): () => Promise<unknown> {
  let state: unknown = 'pending'
  promise.then(
    () => (state = 'done'),
    (error: unknown) => (state = error),
  )
  return async () => {
    await vi.advanceTimersByTimeAsync(0)
    return state
  }
}

describe('a watch', () => {
  it('ends work that takes too long', async () => {
    const { signal } = new AbortController()
    const watch = watchCall({ signal, timeoutMs: 120_000 })
    const state = track(watch.during(never()))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(await state()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(await state()).toMatchObject({
      code: 'timeout',
      message: 'The server sent no part of an answer for 120 s.',
    })
    expect(watch.abortSignal.aborted).toBe(true)
  })

  it('counts time anew for each piece of work', async () => {
    const watch = watchCall({ signal: new AbortController().signal, timeoutMs: 1000 })
    const first = Promise.withResolvers<string>()
    const state = track(watch.during(first.promise))
    await vi.advanceTimersByTimeAsync(900)
    first.resolve('first')
    expect(await state()).toBe('done')
    const second = track(watch.during(never()))
    await vi.advanceTimersByTimeAsync(999)
    expect(await second()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(await second()).toMatchObject({ code: 'timeout', isRetryable: false })
  })

  it('takes no pause of the listener for a silence of the server', async () => {
    const watch = watchCall({ signal: new AbortController().signal, timeoutMs: 1000 })
    expect(await watch.during(Promise.resolve('first'))).toBe('first')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await watch.during(Promise.resolve('second'))).toBe('second')
    expect(watch.abortSignal.aborted).toBe(false)
  })

  it('ends work by a cancel at once, and forgets the signal when it ends itself', async () => {
    const controller = new AbortController()
    const removed = vi.spyOn(controller.signal, 'removeEventListener')
    const watch = watchCall({ signal: controller.signal, timeoutMs: 1000 })
    const state = track(watch.during(never()))
    controller.abort()
    expect(await state()).toBeInstanceOf(Cancelled)
    expect(watch.abortSignal.aborted).toBe(true)
    watch.end()
    expect(removed).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a pause', () => {
  it('lasts as long as it is asked to', async () => {
    const state = track(pause(500, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(499)
    expect(await state()).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(await state()).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends at once by a cancel', async () => {
    const controller = new AbortController()
    const state = track(pause(60_000, controller.signal))
    controller.abort()
    expect(await state()).toBeInstanceOf(Cancelled)
    expect(vi.getTimerCount()).toBe(0)
  })
})
