import { rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { createTaskReader, type TaskReader } from './task-reader.ts'
import { makeLibrary, type TestLibrary } from './testing/make-library.ts'

let one: TestLibrary
beforeAll(async () => {
  one = await makeLibrary()
})
afterAll(() => one.close())

/** Reads a task with these bytes, so many milliseconds after they were written. */
async function readAfter(name: string, text: string, ageMs: number, isPatient: boolean): Promise<string> {
  const path = await one.write(name, 'x')
  const file = join(path, 'api_conversation_history.json')
  await writeFile(file, text)
  await one.library.addFolder(one.folder)
  const { mtimeMs } = await stat(file)
  const reader: TaskReader = createTaskReader({
    store: one.store,
    engine: one.engine,
    now: () => mtimeMs + ageMs,
  })
  const input = { kind: 'path', path } as const
  return (await reader.read({ input, isSample: false, openedTs: 1, isPatient })).kind
}

const whole = '[{"role":"user","content":"x"}]'
const half = '[{"role":"user","content":"x"},{"role":"assis'
const start = '[{"role":"us'

describe('a task that is read', () => {
  it.each([
    ['whole', whole, 0, true, 'read'],
    ['half, while it may be written', half, 0, true, 'unsettled'],
    ['half, long after it was written', half, 60_000, true, 'read'],
    ['half, for somebody who waits', half, 0, false, 'read'],
    ['without a message, while it may be written', start, 0, true, 'unsettled'],
    ['without a message, long after it was written', start, 60_000, true, 'failed'],
    ['without a message, for somebody who waits', start, 0, false, 'failed'],
  ])('is taken for what it is: %s', async (name, text, ageMs, isPatient, kind) => {
    expect(await readAfter(name.replaceAll(/\W/g, '-'), text, ageMs, isPatient)).toBe(kind)
  })

  it('is given as it was before while its next state is half written', async () => {
    const path = await one.write('growing', 'First', 'Answer')
    const [known] = (await one.library.addFolder(path)).slice(0, 1)
    expect(await one.store.tasks.get(known ?? '')).toMatchObject({ messages: 2 })
    await writeFile(join(path, 'api_conversation_history.json'), half)
    await one.library.addFolder(path)
    expect(await one.store.tasks.get(known ?? '')).toMatchObject({ messages: 2, meta: { problems: [] } })
  })

  it('tells how far its file is while it is shown', async () => {
    const path = await one.write('shown', 'First', 'Answer')
    const run = async (...[name, input, options]: Parameters<typeof one.engine.run>) => {
      const answer = await one.engine.run(name, input)
      options?.onProgress?.({ stage: 'reading', label: 'Reading', done: 4, total: 10 })
      // What comes early is the beginning of the answer.
      if (name === 'readTask') {
        const { task, rows } = answer as unknown as { task: { facts: never }; rows: never }
        options?.onEarly?.({ facts: task.facts, rows })
      }
      return answer
    }
    const reader = createTaskReader({ store: one.store, engine: { run: run as never }, now: Date.now })
    const shown = await reader.show({ input: { kind: 'path', path }, isSample: false, openedTs: 1 })
    expect(shown).toMatchObject({ kind: 'shown' })
    expect(shown.kind === 'shown' && shown.task.readBytes()).toEqual({ done: 4, total: 10 })
    await reader.allSettled()
  })

  it('stays the sample when somebody opens it by its path', async () => {
    const path = await one.write('sample', 'First', 'Answer')
    const reader = createTaskReader({ store: one.store, engine: one.engine, now: Date.now })
    const input = { kind: 'path', path } as const
    for (const isSample of [true, false]) {
      const result = await reader.read({ input, isSample, openedTs: 1, isPatient: false })
      const summary = await one.store.tasks.summary(result.kind === 'read' ? result.taskId : '')
      expect(summary?.isSample).toBe(true)
    }
  })

  it('is gone where a link leads out of its folder by now, and nothing behind it is read', async () => {
    const path = await one.write('watched/a', 'Inside')
    await one.write('outside/a', 'Secret', 'words')
    const [id = ''] = await one.library.addFolder(join(one.folder, 'watched'))
    await one.store.tasks.get(id)
    await rename(join(one.folder, 'watched'), join(one.folder, 'moved'))
    await symlink(join(one.folder, 'outside'), join(one.folder, 'watched'))
    const reader = createTaskReader({ store: one.store, engine: one.engine, now: Date.now })
    const input = { kind: 'path', path } as const
    const result = await reader.read({ input, isSample: false, openedTs: 1, isPatient: false })
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'not-found' } })
    expect(await one.store.tasks.get(id)).toMatchObject({ messages: 1 })
    await one.library.addFolder(join(one.folder, 'moved'))
    expect(await one.store.library.entry(id)).toMatchObject({ isGone: true })
  })

  it('leaves the rows of its messages for somebody who waited, as the store would give them', async () => {
    const path = await one.write('waited-for', 'First', 'Answer')
    const reader = createTaskReader({ store: one.store, engine: one.engine, now: Date.now })
    const read = async (isPatient: boolean): Promise<string> => {
      const input = { kind: 'path', path } as const
      const result = await reader.read({ input, isSample: false, openedTs: 1, isPatient })
      const task = await one.store.tasks.get(result.kind === 'read' ? result.taskId : '')
      return task?.snapshotSha256 ?? ''
    }
    const hash = await read(false)
    const bytes = (await one.store.blobs.get(hash)) ?? new Uint8Array()
    const stored = await one.engine.run('listMessages', { source: { hash, bytes } })
    expect(stored.total).toBe(2)
    expect(reader.findRows(hash)).toEqual(stored)
    await one.write('waited-for', 'First', 'Answer', 'Last')
    const other = await read(true)
    expect(other).not.toBe(hash)
    expect(reader.findRows(other)).toBeNull()
  })

  it('is kept without a number for each token of an unusual file, which stand with its messages', async () => {
    const text = `[${Array.from({ length: 50 }, () => '{ "role":"user" ,"content": "x"}').join(' , ')}]`
    const path = await one.write('unusual', 'x')
    await writeFile(join(path, 'api_conversation_history.json'), text)
    const reader = createTaskReader({ store: one.store, engine: one.engine, now: Date.now })
    const input = { kind: 'path', path } as const
    const result = await reader.read({ input, isSample: false, openedTs: 1, isPatient: false })
    const task = await one.store.tasks.get(result.kind === 'read' ? result.taskId : '')
    expect(task?.messages).toBe(50)
    expect(task?.meta.style).not.toHaveProperty('layout')
    expect(JSON.stringify(task?.meta).length).toBeLessThan(1000)
    const bytes = await one.store.blobs.get(task?.sourceBlob ?? '')
    expect((await openSnapshot(bytes ?? new Uint8Array())).style.layout?.before.length).toBeGreaterThan(100)
  })

  it('does not come back by a reading that began before it was taken out of the library', async () => {
    const path = await one.write('forgotten', 'x')
    const ids = await one.library.addFolder(one.folder)
    const id = (await one.store.library.entries()).find((entry) => entry.path === path)?.id ?? ''
    expect(ids).toContain(id)
    await one.library.forget(id)
    const reader = createTaskReader({ store: one.store, engine: one.engine, now: () => 0 })
    const input = { kind: 'path', path } as const
    await reader.read({ input, isSample: false, openedTs: 1, isPatient: true })
    expect(await one.store.tasks.summary(id)).toBeNull()
  })
})
