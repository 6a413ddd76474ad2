import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
