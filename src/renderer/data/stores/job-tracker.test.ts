import { describe, expect, it } from 'vitest'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { createJobTracker } from './job-tracker.ts'

type Event =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'finished'; readonly value: number }

const progress: RunProgress = { stage: 'a', label: 'A', done: 1, total: 2 }

/** A stream that is fed by hand. */
function feed() {
  const waiting: ((event: Event | null | Error) => void)[] = []
  const pending: (Event | null | Error)[] = []
  const push = (event: Event | null | Error): void => {
    const next = waiting.shift()
    if (next === undefined) pending.push(event)
    else next(event)
  }
  async function* events(signal: AbortSignal): AsyncGenerator<Event> {
    for (;;) {
      const event =
        pending.length > 0
          ? pending.shift()
          : await new Promise<Event | null | Error>((resolve) => {
              waiting.push(resolve)
              signal.addEventListener('abort', () => resolve(new Error('aborted')), { once: true })
            })
      if (event === undefined || event === null) return
      if (event instanceof Error) throw event
      yield event
    }
  }
  return { push, events }
}

function createTracker() {
  const feeds: ReturnType<typeof feed>[] = []
  const signals: AbortSignal[] = []
  const tracker = createJobTracker<string, Event>((_input, signal) => {
    const one = feed()
    feeds.push(one)
    signals.push(signal)
    return Promise.resolve(one.events(signal))
  })
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return { tracker, feeds, signals, settled }
}

describe('a tracked job', () => {
  it('reports its progress, then keeps its result while another one works', async () => {
    const { tracker, feeds, settled } = createTracker()
    expect(tracker.snapshot('task')).toBeUndefined()
    tracker.start('task', 'first')
    feeds[0]?.push({ kind: 'progress', progress })
    await settled()
    expect(tracker.snapshot('task')).toMatchObject({ isRunning: true, progress, done: null })
    feeds[0]?.push({ kind: 'finished', value: 7 })
    await settled()
    const done = { input: 'first', finished: { kind: 'finished', value: 7 } }
    expect(tracker.snapshot('task')).toMatchObject({ isRunning: false, done })
    tracker.start('task', 'second')
    expect(tracker.snapshot('task')).toMatchObject({ isRunning: true, input: 'second', done })
  })

  it('stops when it is cancelled, and is no failure', async () => {
    const { tracker, signals, settled } = createTracker()
    tracker.start('task', 'first')
    await settled()
    tracker.cancel('task')
    await settled()
    expect(signals[0]?.aborted).toBe(true)
    expect(tracker.snapshot('task')).toMatchObject({ isRunning: false, problem: null, done: null })
  })

  it('says why it failed', async () => {
    const { tracker, feeds, settled } = createTracker()
    tracker.start('task', 'first')
    feeds[0]?.push(new Error('It broke.'))
    await settled()
    expect(tracker.snapshot('task')).toMatchObject({
      isRunning: false,
      problem: { message: 'It broke.' },
    })
  })

  it('is stopped by the next one of its key, whose result alone counts', async () => {
    const { tracker, feeds, signals, settled } = createTracker()
    tracker.start('task', 'first')
    await settled()
    tracker.start('task', 'second')
    feeds[0]?.push({ kind: 'finished', value: 1 })
    await settled()
    expect(signals[0]?.aborted).toBe(true)
    expect(tracker.snapshot('task')).toMatchObject({ isRunning: true, input: 'second', done: null })
  })

  it('is forgotten when many others were started after it', async () => {
    const { tracker, feeds, settled } = createTracker()
    for (let index = 0; index < 10; index += 1) {
      tracker.start(`task ${index}`, 'x')
      feeds[index]?.push({ kind: 'finished', value: index })
      await settled()
    }
    expect(tracker.snapshot('task 0')).toBeUndefined()
    expect(tracker.snapshot('task 9')).toMatchObject({ done: { finished: { value: 9 } } })
  })
})
