import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCrushSessions } from '../../../../agents/testing/crush-database.ts'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'

let one: TestLibrary
let open: Database.Database[]
beforeEach(async () => {
  open = []
  one = await makeLibrary()
})
afterEach(async () => {
  for (const database of open) database.close()
  await one.close()
})

const path = (): string => join(one.folder, 'crush.db')
const add = (sessions: Readonly<Record<string, string>>): void =>
  void open.push(addCrushSessions(path(), sessions))
const states = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await one.store.tasks.list()).map((task) => [task.path.slice(one.folder.length + 1), task.state]),
  )
const until = (expected: Record<string, string>): Promise<void> =>
  one.until(async () => JSON.stringify(await states(), sorted) === JSON.stringify(expected, sorted))
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value

describe('a database in a watched folder', () => {
  it('is listed as its sessions, which are read one by one', async () => {
    add({ a: 'One', b: 'Two' })
    expect(await one.library.addFolder(one.folder)).toHaveLength(2)
    expect(await states()).toEqual({ 'crush.db#a': 'found', 'crush.db#b': 'found' })
    expect(new Set((await one.store.tasks.list()).map(({ title, agent }) => `${title} of ${agent}`))).toEqual(
      new Set(['Title of a of crush', 'Title of b of crush']),
    )
    const [id = ''] = await one.library.addFolder(one.folder)
    expect(await one.store.tasks.get(id)).toMatchObject({ format: 'crush', messages: 2 })
    expect(await one.library.folders()).toMatchObject([{ tasks: 2 }])
  })

  it('brings sessions that come, reads those that changed and notes those that went', async () => {
    add({ a: 'One', b: 'Two' })
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    await until({ 'crush.db#a': 'read', 'crush.db#b': 'read' })
    const reads = async (): Promise<readonly (string | null)[]> =>
      (await one.store.library.entries())
        .toSorted((x, y) => x.path.localeCompare(y.path))
        .map(({ snapshotSha256 }) => snapshotSha256)
    const [a, b] = await reads()
    add({ b: 'Three', c: 'Four' })
    await one.until(async () => (await states())['crush.db#c'] === 'read' && (await reads())[1] !== b)
    expect((await reads())[0]).toBe(a)
    open[0]?.exec("delete from messages where session_id = 'a'")
    await until({ 'crush.db#a': 'gone', 'crush.db#b': 'read', 'crush.db#c': 'read' })
    for (const database of open.splice(0)) database.close()
    await rm(path())
    await until({ 'crush.db#a': 'gone', 'crush.db#b': 'gone', 'crush.db#c': 'gone' })
    leave()
  })

  it('is a folder of its sessions where it is added itself', async () => {
    add({ a: 'One' })
    expect(await one.library.addFolder(path())).toHaveLength(1)
    const leave = one.library.listen(() => undefined)
    await until({ 'crush.db#a': 'read' })
    add({ b: 'Two' })
    await until({ 'crush.db#a': 'read', 'crush.db#b': 'read' })
    leave()
    await one.library.unwatch(path())
    expect((await one.store.library.entries()).some(({ isFollowed }) => isFollowed)).toBe(false)
  })

  it('does not bring the others with a session that is followed by itself', async () => {
    add({ a: 'One', b: 'Two' })
    const [id = ''] = await one.library.addFolder(path())
    await one.library.unwatch(path())
    const task = await one.store.tasks.summary(id)
    if (task !== null) await one.library.noteOpened(task)
    await one.library.forget((await one.store.tasks.list()).find((other) => other.id !== id)?.id ?? '')
    const before = (await one.store.library.entry(id))?.stamp
    const leave = one.library.listen(() => undefined)
    await one.until(async () => (await one.store.tasks.summary(id))?.state === 'read')
    add({ a: 'Three', b: 'Four', c: 'Five' })
    await one.until(async () => (await one.store.library.entry(id))?.stamp !== before)
    expect(Object.keys(await states())).toEqual(['crush.db#a'])
    leave()
  })
})
