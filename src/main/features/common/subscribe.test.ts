import { describe, expect, it } from 'vitest'
import { subscribe } from './subscribe.ts'

function makeSource() {
  const listeners = new Set<(event: number) => void>()
  const start = (listener: (event: number) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { listeners, start, tell: (event: number) => listeners.forEach((listener) => listener(event)) }
}

describe('a subscription', () => {
  it('gives what is received, in order', async () => {
    const source = makeSource()
    const events = subscribe(source.start, undefined)
    source.tell(1)
    source.tell(2)
    expect(await events.next()).toEqual({ done: false, value: 1 })
    expect(await events.next()).toEqual({ done: false, value: 2 })
  })

  it('ends while it waits, when its reader leaves', async () => {
    const source = makeSource()
    const events = subscribe(source.start, undefined)
    const next = events.next()
    await events.return(undefined)
    expect(await next).toMatchObject({ done: true })
    expect(source.listeners.size).toBe(0)
  })

  it('ends while it waits, when its signal is aborted', async () => {
    const source = makeSource()
    const controller = new AbortController()
    const events = subscribe(source.start, controller.signal)
    const next = events.next()
    controller.abort()
    expect(await next).toMatchObject({ done: true })
    expect(source.listeners.size).toBe(0)
  })

  it('does not begin under a signal that is aborted already', async () => {
    const source = makeSource()
    const events = subscribe(source.start, AbortSignal.abort())
    expect(await events.next()).toMatchObject({ done: true })
    expect(source.listeners.size).toBe(0)
  })
})
