import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { StoreFailure } from '../../../platform/store/store-failure.ts'
import type { Store } from '../../../platform/store/store.ts'
import { readPageRows } from '../../../platform/workers/packed-rows.ts'
import { buildTaskId } from './disk/task-places.ts'
import { readThrough } from './read-through.ts'
import { createTaskReader, type TaskReader } from './task-reader.ts'
import { makeLibrary, type TestLibrary } from './testing/make-library.ts'

/** What is shown of a large task before it is stored. */

const long = 'line of a file\n'.repeat(300_000)

let one: TestLibrary
beforeAll(async () => {
  one = await makeLibrary()
})
afterAll(() => one.close())

type Upsert = Store['tasks']['upsert']

/** A reader into a store that keeps tasks in a way of its own, and that store as everybody else sees it. */
function readInto(upsert: (keep: Upsert) => Upsert): { reader: TaskReader; store: Store } {
  const files: Store = {
    ...one.store,
    tasks: { ...one.store.tasks, upsert: upsert(one.store.tasks.upsert) },
  }
  const reader = createTaskReader({ store: files, engine: one.engine, now: Date.now })
  return { reader, store: readThrough(files, reader) }
}

const buildReadRequest = (path: string) => ({
  input: { kind: 'path', path } as const,
  isSample: false,
  openedTs: 1,
})

/** The times at which it was read may differ, and who only looks at the first messages knows no era. */
const untimed = (summary: TaskSummary | null): unknown => ({ ...summary, readTs: null, era: null })

it('is what is listed once it is stored, and all but that waits until then', async () => {
  const path = await one.write('large', 'First', long, 'Second', long)
  const id = buildTaskId(path)
  let store = (): void => undefined
  const gate = new Promise<void>((open) => (store = open))
  const through = readInto(
    (keep) =>
      async (...task) =>
        gate.then(() => keep(...task)),
  )
  const result = await through.reader.show(buildReadRequest(path))
  if (result.kind !== 'shown') throw new Error('it was not shown')
  expect(readPageRows(result.task.rows)).toMatchObject({
    totalRows: 4,
    rows: [{ preview: 'First' }, {}, {}, {}],
  })
  expect(through.reader.shown(id)).toBe(result.task)
  expect(await one.store.tasks.get(id)).toBeNull()
  const asked = [through.store.tasks.get(id), through.store.tasks.summary(id), through.reader.allSettled()]
  expect(await Promise.race([...asked, Promise.resolve('still waits')])).toBe('still waits')
  store()
  const [task, summary] = await Promise.all(asked)
  expect(task).toMatchObject({ id, messages: 4 })
  expect(untimed(result.task.summary)).toEqual(untimed(await one.store.tasks.summary(id)))
  expect(summary).toEqual(await one.store.tasks.summary(id))
  expect(through.reader.shown(id)).toBeNull()
  expect(await result.stored).toEqual({ kind: 'read', taskId: id, subagentIds: [] })
})

it('says what kept it from being stored to whoever asks, and is stored by the next one', async () => {
  const path = await one.write('unkept', 'First', long, long)
  const id = buildTaskId(path)
  const failure = new StoreFailure({
    code: 'disk-full',
    message: 'The disk is full',
    where: 'data',
    hint: 'Make room.',
  })
  let failures = 2
  const through = readInto((keep) => async (...task) => {
    failures -= 1
    if (failures >= 0) throw failure
    await keep(...task)
  })
  const result = await through.reader.show(buildReadRequest(path))
  expect(result.kind).toBe('shown')
  await through.reader.allSettled()
  expect(through.reader.shown(id)).toBeNull()
  expect(await one.store.tasks.get(id)).toBeNull()
  await expect(through.store.tasks.get(id)).rejects.toThrow(failure)
  expect(await Promise.all([through.store.tasks.get(id), through.store.tasks.get(id)])).toMatchObject([
    { messages: 3 },
    { messages: 3 },
  ])
  expect(failures).toBe(-1)
})

it('is stored before it is shown where that takes no time', async () => {
  const path = await one.write('small', 'First')
  const { reader, store } = readInto((keep) => keep)
  expect(await reader.show(buildReadRequest(path))).toMatchObject({ kind: 'read', taskId: buildTaskId(path) })
  expect(await store.tasks.get(buildTaskId(path))).toMatchObject({ messages: 1 })
})

it('says what keeps it from being read', async () => {
  const { reader } = readInto((keep) => keep)
  const result = await reader.show(buildReadRequest(`${one.folder}/nothing`))
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 'not-found' } })
})
