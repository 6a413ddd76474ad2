import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSpacedCalls } from './create-spaced-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls at once, and again after a rest however often it was asked meanwhile', async () => {
  const act = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { ask } = createSpacedCalls(act, 2000)
  ask()
  ask()
  ask()
  await vi.advanceTimersByTimeAsync(1999)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(act).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('rests twice as long as a call that takes long, also where it failed', async () => {
  const act = vi.fn<() => Promise<unknown>>(
    () => new Promise((_, reject) => setTimeout(() => reject(new Error('no')), 5000)),
  )
  const { ask } = createSpacedCalls(act, 2000)
  ask()
  ask()
  await vi.advanceTimersByTimeAsync(14_999)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(act).toHaveBeenCalledTimes(2)
})

it('calls no more once it has ended', async () => {
  const act = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { ask, end } = createSpacedCalls(act, 2000)
  ask()
  ask()
  end()
  await vi.advanceTimersByTimeAsync(5000)
  ask()
  expect(act).toHaveBeenCalledTimes(1)
})
