import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredReplay } from '../records.ts'
import type { Store } from '../store.ts'
import { encodeText, makeBench, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
  await putTask(store)
})
afterEach(() => bench.clean())

const makeReplay = (more: Partial<StoredReplay> = {}): StoredReplay => ({
  taskId: 'task-1',
  kind: 'replay',
  id: 'replay-1',
  playedTs: 7.5,
  version: '1.2.3',
  taskSha256: 'history',
  planSha256: 'plan',
  request: { policies: [{ id: 'none' }, { id: 'a', settings: { snake_case: [null, true] } }] },
  ...more,
})
const put = (more: Partial<StoredReplay> = {}, contexts: string | null = 'contexts') =>
  store.replays.put(makeReplay(more), {
    result: encodeText(`result of ${more.id ?? 'replay-1'}`),
    contexts: contexts === null ? null : encodeText(contexts),
  })
const decodeText = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes))

describe('replays', () => {
  it('come back as they were kept, by another process too', async () => {
    expect(await store.replays.find('task-1', 'replay')).toBeNull()
    expect(await put()).toBe(true)
    for (const one of [store, await bench.open()]) {
      expect(await one.replays.find('task-1', 'replay')).toEqual(makeReplay())
      expect(decodeText(await one.replays.result('replay-1'))).toBe('result of replay-1')
      expect(decodeText(await one.replays.contexts('replay-1'))).toBe('contexts')
    }
  })

  it('take the place of the last one of their kind and task, and of no other', async () => {
    await putTask(store, { id: 'task-2' })
    await put()
    await put({ kind: 'drift', id: 'drift-1' }, null)
    await put({ taskId: 'task-2', id: 'other' })
    await put({ id: 'replay-2', playedTs: 9 }, null)
    expect(await store.replays.find('task-1', 'replay')).toEqual(makeReplay({ id: 'replay-2', playedTs: 9 }))
    expect(await store.replays.result('replay-1')).toBeNull()
    expect(await store.replays.contexts('replay-1')).toBeNull()
    expect(await store.replays.contexts('replay-2')).toBeNull()
    expect(await store.replays.find('task-1', 'drift')).toMatchObject({ id: 'drift-1' })
    expect(await store.replays.find('task-2', 'replay')).toMatchObject({ id: 'other' })
  })

  it('stay when their task is read again, and go when it is forgotten', async () => {
    await put()
    await putTask(store, { title: 'Read again', snapshotSha256: 'snapshot-2' })
    expect(await store.replays.find('task-1', 'replay')).toEqual(makeReplay())
    await store.tasks.forget('task-1')
    await putTask(store)
    expect(await store.replays.find('task-1', 'replay')).toBeNull()
    expect(await store.replays.result('replay-1')).toBeNull()
  })

  it('of a task that is gone are not kept', async () => {
    await store.tasks.forget('task-1')
    expect(await put()).toBe(false)
    expect(await store.replays.result('replay-1')).toBeNull()
  })
})
