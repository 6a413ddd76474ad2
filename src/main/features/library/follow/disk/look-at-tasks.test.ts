import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCrushSessions } from '../../../../agents/testing/crush-database.ts'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'
import { lookAtTasks } from './look-at-tasks.ts'

let one: TestLibrary
beforeAll(async () => {
  one = await makeLibrary()
})
afterAll(() => one.close())

it('lists more sessions of one file than fit on the stack', async () => {
  const path = join(one.folder, 'crush.db')
  addCrushSessions(path, { a: 'One' }).close()
  const sessions = Array.from({ length: 150_000 }, (_, at) => ({
    key: `${at}`,
    title: null,
    stamp: '1',
    lastActivityTs: null,
  }))
  const library = {
    ...one.store.library,
    entry: () => Promise.resolve(null),
    entries: () => Promise.resolve([]),
    findSessions: () => Promise.resolve([]),
    found: () => Promise.resolve([]),
    gone: () => Promise.resolve([]),
  }
  const look = { store: { library }, now: Date.now, onChanged: () => undefined }
  const ids = await lookAtTasks({ ...look, listSessions: () => Promise.resolve(sessions) }, [{ path }])
  expect(ids).toHaveLength(sessions.length)
  await rm(path)
})
