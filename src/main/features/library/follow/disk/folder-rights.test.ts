import { accessSync, chmodSync, constants, mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, rename, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'

let one: TestLibrary
beforeEach(async () => {
  one = await makeLibrary()
})
afterEach(() => one.close())

/** Listens until the condition holds; a test that waits in vain runs out of time. */
const expectSoon = (condition: () => Promise<boolean>): Promise<void> => one.until(condition)
const named = async (name: string): Promise<TaskSummary | undefined> =>
  (await one.store.tasks.list()).find(({ path }) => path === join(one.folder, name))
const isIn = (name: string, expected: Partial<TaskSummary>) => async (): Promise<boolean> => {
  const task = await named(name)
  return (
    task !== undefined &&
    Object.entries(expected).every(([key, value]) => task[key as keyof TaskSummary] === value)
  )
}
const areRead =
  (...names: readonly string[]) =>
  async (): Promise<boolean> =>
    (await Promise.all(names.map((name) => isIn(name, { state: 'read' })()))).every(Boolean)

/** They do not count for the user who may do everything. */
function areRightsEffective(): boolean {
  const closed = mkdtempSync(join(tmpdir(), 'dewpoint-rights-'))
  try {
    chmodSync(closed, 0o000)
    accessSync(closed, constants.R_OK)
    return false
  } catch {
    return true
  } finally {
    rmdirSync(closed)
  }
}

describe('a watched folder', () => {
  it('that a link takes the place of is not looked behind, and says so', async () => {
    const path = await one.write('watched/a', 'Inside')
    await one.write('outside/a', 'Secret')
    await one.library.addFolder(dirname(path))
    await expectSoon(isIn('watched/a', { state: 'read', title: 'Inside' }))
    await rename(dirname(path), join(one.folder, 'moved'))
    await symlink(join(one.folder, 'outside'), dirname(path))
    await expectSoon(async () => (await one.library.folders())[0]?.problem?.includes('link') === true)
    await expectSoon(isIn('watched/a', { state: 'gone', title: 'Inside' }))
  })

  it('leaves tasks alone that change after it was unwatched, but those that were opened by themselves', async () => {
    for (const name of ['a', 'b', 'kept/c']) await one.write(name, name)
    await one.library.addFolder(one.folder)
    await one.library.addFolder(join(one.folder, 'kept'))
    await one.library.noteOpened((await named('b'))!)
    await expectSoon(areRead('a', 'b', 'kept/c'))
    await one.library.unwatch(one.folder)
    for (const name of ['a', 'b', 'kept/c']) await one.write(name, name, 'More')
    await expectSoon(isIn('b', { messages: 2 }))
    await expectSoon(isIn('kept/c', { messages: 2 }))
    expect(await one.store.tasks.get((await named('a'))!.id)).toMatchObject({ messages: 1 })
    expect(await named('a')).toMatchObject({ state: 'read', messages: 1 })
    await one.library.addFolder(one.folder)
    await expectSoon(isIn('a', { messages: 2 }))
  })

  it.skipIf(!areRightsEffective())('says what in it may not be read, and reads it once it may', async () => {
    await one.write('a', 'a')
    const file = join(await one.write('b', 'b'), 'api_conversation_history.json')
    await one.library.addFolder(one.folder)
    await expectSoon(areRead('a', 'b'))
    await chmod(join(one.folder, 'a'), 0o000)
    await chmod(file, 0o000)
    await one.library.addFolder(one.folder)
    const [folder] = await one.library.folders()
    expect(folder?.problem).toContain(join(one.folder, 'a'))
    await expectSoon(isIn('b', { state: 'failed' }))
    const mended = expectSoon(isIn('b', { state: 'read', failure: null }))
    await chmod(file, 0o644)
    await chmod(join(one.folder, 'a'), 0o755)
    await mended
    await expectSoon(async () => (await one.library.folders())[0]?.problem === null)
  })
})
