import { expect, it } from 'vitest'
import { libraryEntry } from '../testing/library-entry.ts'
import type { BackgroundStep } from './background-step.ts'
import { createBackgroundWork } from './background-work.ts'
import { createThrottle } from './throttle.ts'

const { signal } = new AbortController()

function throttleWith(rests: number[]) {
  return createThrottle(async (ms) => void rests.push(ms))
}

it('rests as long as a task took, but for the first fifty in a row and never for long', async () => {
  const rests: number[] = []
  const throttle = throttleWith(rests)
  for (let at = 0; at < 52; at += 1) await throttle.rest(at, signal)
  await throttle.rest(60_000, signal)
  expect(rests).toEqual([50, 51, 5000])
})

it('lets what comes after a time without work be done at once again', async () => {
  const rests: number[] = []
  const throttle = throttleWith(rests)
  for (let at = 0; at < 60; at += 1) await throttle.rest(1, signal)
  throttle.reset()
  for (let at = 0; at < 50; at += 1) await throttle.rest(1, signal)
  expect(rests).toHaveLength(10)
})

it('ends its rest with the work', async () => {
  const controller = new AbortController()
  const throttle = createThrottle()
  for (let at = 0; at < 50; at += 1) await throttle.rest(1, controller.signal)
  const rest = throttle.rest(5000, controller.signal)
  controller.abort()
  await expect(rest).resolves.toBeUndefined()
})

function buildStep(
  id: BackgroundStep['id'],
  worked: string[],
  more: Partial<BackgroundStep> = {},
): BackgroundStep {
  const done = new Set<string>()
  return {
    id,
    doneAmong: async () => done,
    run: async (task) => {
      done.add(task.id)
      worked.push(`${id} ${task.id}`)
    },
    forget: async () => undefined,
    ...more,
  }
}

it('lets the background rest after each task, but where a step rests itself, and is reset at its end', async () => {
  const entries = ['a', 'b'].map((id) => libraryEntry(id, { title: id }))
  const told: string[] = []
  const { promise: idle, resolve } = Promise.withResolvers<void>()
  const throttle = {
    rest: async (ms: number) => void told.push(ms >= 0 ? 'rest' : 'none'),
    reset: () => {
      told.push('reset')
      resolve()
    },
  }
  const work = createBackgroundWork({
    store: {
      claims: { take: async () => true, leave: async () => undefined },
      // The other methods are not called.
      library: {
        entries: async () => entries,
        entry: async (id: string) => entries.find((one) => one.id === id) ?? null,
      } as never,
    },
    reader: { read: () => Promise.reject(new Error('Both are read already.')) },
    steps: [buildStep('index', told), buildStep('measure', told, { restsItself: true })],
    retryMs: 1,
    restFactor: 0,
    onState: () => undefined,
    onChanged: () => undefined,
    throttle,
  })
  work.start()
  await idle
  await work.stop()
  expect(told).toEqual(['index a', 'rest', 'index b', 'rest', 'measure a', 'measure b', 'reset'])
})
