import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { encodeText, makeBench, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const payload = (name: string) => ({ hash: name, bytes: encodeText(name) })

/** Names of all blobs, to see what was collected. */
function blobs(): readonly unknown[] {
  const raw = new Database(store.filePath, { readonly: true })
  const hashes = raw.prepare('select hash from blobs order by hash').pluck().all()
  raw.close()
  return hashes
}

describe('measurements', () => {
  it('are kept by snapshot and counter, the latest one only', async () => {
    await store.measurements.put({ snapshotSha256: 's', counterId: 'a', blob: payload('one') })
    await store.measurements.put({ snapshotSha256: 's', counterId: 'b', blob: payload('two') })
    await store.measurements.put({ snapshotSha256: 's', counterId: 'a', blob: payload('three') })
    expect(await store.measurements.get('s', 'a')).toEqual(Buffer.from('three'))
    expect(await store.measurements.get('s', 'b')).toEqual(Buffer.from('two'))
    expect(await store.measurements.get('s', 'c')).toBeNull()
    expect(blobs()).toEqual(['three', 'two'])
  })
})

describe('blobs', () => {
  it('are kept once by hash', async () => {
    await store.blobs.put('h', encodeText('first'))
    await store.blobs.put('h', encodeText('second'))
    expect(await store.blobs.get('h')).toEqual(Buffer.from('first'))
    expect(await store.blobs.get('other')).toBeNull()
    expect(await store.stats()).toMatchObject({ blobs: 1, blobBytes: 5 })
  })
})
