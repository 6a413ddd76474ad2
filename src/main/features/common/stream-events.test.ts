import { describe, expect, it } from 'vitest'
import { streamEvents, type EventOptions } from './stream-events.ts'
import { collectEvents } from './testing/collect-events.ts'

/** Work that goes on until it is stopped or ended, and what it was given. */
function makeWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const given: EventOptions<number>[] = []
  const work = (options: EventOptions<number>): Promise<void> => {
    given.push(options)
    options.signal.addEventListener('abort', () => resolve())
    return promise
  }
  return { work, end: resolve, fail: reject, push: (event: number) => given[0]?.push(event), given }
}

describe('a stream of events', () => {
  it('gives what is pushed, in order, then ends with the work', async () => {
    const { work, push, end } = makeWork()
    const events = streamEvents(work, undefined)
    push(0)
    push(2)
    end()
    expect(await collectEvents(events)).toEqual([0, 2])
  })

  it('throws what the work fails with, after what was pushed before', async () => {
    const { work, push, fail } = makeWork()
    const events = streamEvents(work, undefined)
    push(1)
    fail(new Error('broken'))
    expect(await events.next()).toEqual({ done: false, value: 1 })
    await expect(events.next()).rejects.toThrow('broken')
  })

  it('ends while it waits, and stops the work, when its reader leaves', async () => {
    const { work, given } = makeWork()
    const events = streamEvents(work, undefined)
    const next = events.next()
    await events.return()
    expect(await next).toMatchObject({ done: true })
    expect(given[0]?.signal.aborted).toBe(true)
  })

  it('ends while it waits, and stops the work, when its signal is aborted', async () => {
    const { work, given } = makeWork()
    const controller = new AbortController()
    const events = streamEvents(work, controller.signal)
    const next = events.next()
    controller.abort()
    expect(await next).toMatchObject({ done: true })
    expect(given[0]?.signal.aborted).toBe(true)
  })

  it('says nothing of how work ends that was stopped', async () => {
    const controller = new AbortController()
    const events = streamEvents(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw new Error('stopped')
    }, controller.signal)
    controller.abort()
    expect(await events.next()).toMatchObject({ done: true })
  })

  it('begins nothing under a signal that is aborted already', async () => {
    const { work, given } = makeWork()
    const events = streamEvents(work, AbortSignal.abort())
    expect(await events.next()).toMatchObject({ done: true })
    expect(given).toEqual([])
  })
})
