import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredPin } from '../records.ts'
import type { Store } from '../store.ts'
import { makeBench, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
  await putTask(store)
})
afterEach(() => bench.clean())

const makePin = (more: Partial<StoredPin> = {}): StoredPin => ({
  taskId: 'task-1',
  messageIndex: 3,
  partIndex: null,
  textSha256: 'hash',
  note: 'The rule that counts',
  createdTs: 7.5,
  ...more,
})
const places = async (taskId = 'task-1') =>
  (await store.pins.list(taskId)).map(({ messageIndex, partIndex }) => [messageIndex, partIndex])

describe('pins', () => {
  it('come back as they were set, in the order of the messages, the whole before its parts', async () => {
    for (const place of [
      { messageIndex: 12, partIndex: 0 },
      { messageIndex: 3, partIndex: 1 },
      { messageIndex: 3, partIndex: null },
      { messageIndex: 3, partIndex: 0 },
    ])
      await store.pins.add(makePin(place))
    expect(await places()).toEqual([
      [3, null],
      [3, 0],
      [3, 1],
      [12, 0],
    ])
    expect((await store.pins.list('task-1'))[0]).toEqual(makePin())
  })

  it.each([null, 0, 2])('are there once however often they are set, part %o', async (partIndex) => {
    await store.pins.add(makePin({ partIndex }))
    await store.pins.add(makePin({ partIndex }))
    await store.pins.add(makePin({ partIndex, note: 'Seen again', textSha256: 'other', createdTs: 9 }))
    expect(await store.pins.list('task-1')).toEqual([
      makePin({ partIndex, note: 'Seen again', textSha256: 'other', createdTs: 9 }),
    ])
  })

  it('are taken away one by one, a message and its parts apart', async () => {
    await store.pins.add(makePin())
    await store.pins.add(makePin({ partIndex: 0 }))
    expect(await store.pins.remove({ taskId: 'task-1', messageIndex: 3, partIndex: 1 })).toBe(false)
    expect(await store.pins.remove({ taskId: 'task-1', messageIndex: 3, partIndex: null })).toBe(true)
    expect(await store.pins.remove({ taskId: 'task-1', messageIndex: 3, partIndex: null })).toBe(false)
    expect(await places()).toEqual([[3, 0]])
  })

  it('are cleared for one task and not for others', async () => {
    await putTask(store, { id: 'task-2' })
    await store.pins.add(makePin())
    await store.pins.add(makePin({ partIndex: 0 }))
    await store.pins.add(makePin({ taskId: 'task-2' }))
    expect(await store.pins.clear('task-1')).toBe(2)
    expect(await store.pins.clear('task-1')).toBe(0)
    expect(await places('task-2')).toEqual([[3, null]])
  })

  it('stay when their task is read again, and go when it is forgotten', async () => {
    await store.pins.add(makePin())
    await putTask(store, { title: 'Read again' })
    expect(await places()).toHaveLength(1)
    await store.tasks.forget('task-1')
    await putTask(store)
    expect(await places()).toEqual([])
  })

  it('are refused without a task, and at places that are none', async () => {
    await expect(store.pins.add(makePin({ taskId: 'nobody' }))).rejects.toMatchObject({ code: 'failed' })
    await expect(store.pins.add(makePin({ messageIndex: -1 }))).rejects.toThrow('messageIndex')
    await expect(store.pins.add(makePin({ partIndex: 0.5 }))).rejects.toThrow('partIndex')
    expect(await places()).toEqual([])
  })
})
