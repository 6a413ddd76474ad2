import { expect, it, vi } from 'vitest'
import { createLeftAlone } from './left-alone.ts'

it('waits for each task by itself, counts its looks, and forgets them all at the end', async () => {
  const over = vi.fn<() => void>()
  const alone = createLeftAlone(1, over)
  alone.wait('a')
  alone.wait('b', 60_000)
  expect([alone.isWaiting('a'), alone.isWaiting('b'), alone.isWaiting('c')]).toEqual([true, true, false])
  await expect.poll(() => over.mock.calls.length).toBe(1)
  expect([alone.isWaiting('a'), alone.isWaiting('b')]).toEqual([false, true])
  alone.wait('a')
  expect([alone.looks('a'), alone.looks('b')]).toEqual([2, 1])
  alone.forget('a')
  expect(alone.looks('a')).toBe(0)
  alone.clear()
  expect([alone.isWaiting('b'), alone.looks('b')]).toEqual([false, 0])
})
