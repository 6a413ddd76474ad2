import { expect, it } from 'vitest'
import { followReading } from './follow-reading.ts'
import type { ReadBytes, ShownTask } from './shown-task.ts'

it('tells how far a file is until it is stored, and ends where it could not be', async () => {
  let read: ReadBytes | null = null
  let steps = 0
  const { promise: stored, reject } = Promise.withResolvers<void>()
  const task = { readBytes: () => read } as ShownTask
  const shown = (): ShownTask | null => {
    steps += 1
    if (steps === 2) read = { done: 4, total: 10 }
    if (steps === 3) read = { done: 8, total: 10 }
    if (steps === 4) reject(new Error('No room on the disk.'))
    return steps < 5 ? task : null
  }
  const told: ReadBytes[] = []
  for await (const one of followReading({ shown, settled: () => stored }, 't')) told.push(one)
  expect(told).toEqual([
    { done: 4, total: 10 },
    { done: 8, total: 10 },
    { done: 8, total: 10 },
  ])
})

it('tells nothing of a task that is stored', async () => {
  const reader = { shown: () => null, settled: () => Promise.resolve() }
  expect(await followReading(reader, 't').next()).toEqual({ done: true, value: undefined })
})
