import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'
import type { watchPlaces } from './watch-places.ts'

/** As long as a test may take: what is waited for comes by itself. */

let one: TestLibrary
afterEach(async () => {
  vi.restoreAllMocks()
  await one.close()
})

const findTaskState = async (name: string): Promise<TaskSummary['state'] | undefined> =>
  (await one.store.tasks.list()).find(({ path }) => path === join(one.folder, name))?.state

describe('a followed folder', () => {
  it('is followed though the database could not be read at first', async () => {
    one = await makeLibrary()
    await one.library.addFolder(one.folder)
    await one.write('a', 'a')
    vi.spyOn(one.store.library, 'folders').mockRejectedValueOnce(new Error('database is locked'))
    await one.until(async () => (await findTaskState('a')) === 'read')
    expect(await one.library.folders()).toMatchObject([{ problem: null }])
  })

  it('that comes back unnoticed is found long before the next look at everything', async () => {
    const touches: ((path: string) => void)[] = []
    const watch: typeof watchPlaces = ({ paths, onTouched }) => {
      if (paths.includes(one.folder)) touches.push(onTouched)
      return { ready: Promise.resolve(), close: async () => undefined }
    }
    one = await makeLibrary([], { rescanMs: 1e8 }, watch)
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    await one.until(async () => (await findTaskState('a')) === 'read')
    await expect.poll(() => touches.length).toBeGreaterThan(0)
    const states: unknown[] = []
    const back = one.until(async () => {
      const state = await findTaskState('a')
      if (state !== states.at(-1)) states.push(state)
      return state === 'read' && states.includes('gone')
    })
    const away = `${one.folder} away`
    await rename(one.folder, away)
    for (const touch of touches) touch(one.folder)
    await expect.poll(() => states).toContain('gone')
    await expect.poll(async () => (await one.library.folders())[0]?.isGone).toBe(true)
    await rename(away, one.folder)
    await back
    expect(states).toEqual(['read', 'gone', 'read'])
    await expect.poll(async () => (await one.library.folders())[0]?.isGone).toBe(false)
    leave()
  })
})
