import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { createAlarm } from './alarm.ts'

it('has rung at first, and once for all that rang since it was asked', () => {
  const alarm = createAlarm()
  expect([alarm.take(), alarm.take()]).toEqual([true, false])
  alarm.ring()
  alarm.ring()
  expect([alarm.take(), alarm.take()]).toEqual([true, false])
})

it('ends a wait when it rings or is aborted, and leaves nothing behind at the signal', async () => {
  const alarm = createAlarm()
  const controller = new AbortController()
  const { signal } = controller
  await alarm.until(signal)
  alarm.take()
  const rung = alarm.until(signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  alarm.ring()
  await rung
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  alarm.take()
  const aborted = alarm.until(signal)
  controller.abort()
  await aborted
  await alarm.until(signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
