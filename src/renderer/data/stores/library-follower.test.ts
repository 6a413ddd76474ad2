import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LibraryEvent } from '../../../shared/library/types.ts'
import type { Client } from '../connection/client.ts'
import { createLibraryFollower } from './library-follower.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A client whose library events the test sends. `calls` counts how often `events` was called. */
function makeClient() {
  let report: (event: LibraryEvent) => void = () => undefined
  let fail: () => void = () => undefined
  const source = { calls: 0, report: (event: LibraryEvent) => report(event), fail: () => fail() }
  const events = async () => {
    source.calls += 1
    const line: LibraryEvent[] = []
    let wake = Promise.withResolvers<void>()
    report = (event) => {
      line.push(event)
      wake.resolve()
    }
    fail = () => wake.reject(new Error('The server went.'))
    return (async function* () {
      for (;;) {
        await wake.promise
        wake = Promise.withResolvers<void>()
        while (line.length > 0) yield line.shift()!
      }
    })()
  }
  // Only this method is called.
  return { source, client: { library: { events } } as unknown as Client }
}

const make = () => {
  const { source, client } = makeClient()
  const onTasks = vi.fn<(taskIds: readonly string[]) => void>()
  const follower = createLibraryFollower({ client, onTasks, everyMs: 1000, retryMs: 2000 })
  return { source, onTasks, follower, leave: follower.follow() }
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('following the library', () => {
  it('reports the first change at once, and many later ones together', async () => {
    const { source, onTasks } = make()
    await settle()
    for (const id of ['a', 'b', 'c', 'b']) {
      source.report({ kind: 'tasks', taskIds: [id] })
      await settle()
    }
    expect(onTasks.mock.calls).toEqual([[['a']]])
    await vi.advanceTimersByTimeAsync(1000)
    expect(onTasks.mock.calls).toEqual([[['a']], [['b', 'c']]])
    await vi.advanceTimersByTimeAsync(5000)
    expect(onTasks).toHaveBeenCalledTimes(2)
  })

  it('keeps the state for those who ask', async () => {
    const { source, follower } = make()
    const listener = vi.fn<() => void>()
    follower.subscribe(listener)
    expect(follower.state()).toBeNull()
    await settle()
    const state = {
      tasks: 3,
      indexed: 2,
      surveyed: 1,
      measured: 0,
      isPaused: false,
      failed: 0,
      passedOver: { index: 0, survey: 0, measure: 0 },
      troubles: [],
      stalled: null,
      workingOn: 'x',
    }
    source.report({ kind: 'state', state })
    await settle()
    expect(follower.state()).toEqual(state)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('begins anew after the connection broke, and not after it was left', async () => {
    const { source, leave } = make()
    await settle()
    source.fail()
    await vi.advanceTimersByTimeAsync(2000)
    expect(source.calls).toBe(2)
    leave()
    source.fail()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(source.calls).toBe(2)
  })
})
