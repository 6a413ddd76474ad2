import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createEnginePool } from '../../../jobs/engine-pool.ts'
import type { Store } from '../../../platform/store/store.ts'
import { makeTask } from '../../../platform/store/testing/fixtures.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { createIndexStep } from './index-step.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const engine = createEnginePool(resolve(import.meta.dirname, '../../../jobs/worker.ts'))
afterAll(() => engine.close())
let folder = ''
let index: SearchIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-index-'))
  index = createSearchIndex({ folder, engine })
})
afterEach(async () => {
  await index.close()
  rmSync(folder, { recursive: true, force: true })
})

const version = { id: 'task-1', snapshotSha256: 'snapshot-1' }
const never = new AbortController().signal

/** A step over a store that holds one task. */
async function makeStep() {
  const style = { indent: null, bom: false, trailing: '' }
  const { bytes } = await packSnapshot({
    messages: [{ role: 'user', content: 'x' }],
    hiddenRange: null,
    style,
  })
  const store = {
    tasks: { get: async () => makeTask() },
    blobs: { get: async () => bytes },
    // Only these are asked.
  } as unknown as Pick<Store, 'tasks' | 'blobs'>
  return createIndexStep({ store, index })
}

it('makes a task searchable, and knows it afterwards', async () => {
  const step = await makeStep()
  expect(await step.doneAmong([version])).toEqual(new Set())
  await step.run(version, never)
  expect(await step.doneAmong([version])).toEqual(new Set(['task-1']))
})

it('says where the index is and what to do when it cannot be used', async () => {
  mkdirSync(index.filePath)
  const step = await makeStep()
  const failure = {
    name: 'StepFailure',
    message: expect.stringMatching(/^It cannot be put into the search index: \w/),
    where: index.filePath,
    hint: expect.stringContaining('delete the index'),
  }
  await expect(step.run(version, never)).rejects.toMatchObject(failure)
  await expect(step.doneAmong([version])).rejects.toMatchObject(failure)
})
