import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'

let one: TestLibrary
beforeEach(async () => {
  one = await makeLibrary()
})
afterEach(() => one.close())

const path = (): string => join(one.folder, 'main.jsonl')

/** A line of Claude Code, in the session itself or in the subagent that begins with `x`. */
const line = (uuid: string, parentUuid: string | null, text = uuid): string =>
  JSON.stringify({
    type: 'user',
    uuid,
    parentUuid,
    sessionId: 'main',
    isSidechain: uuid !== 'u' && uuid !== 'v',
    timestamp: '2025-07-01T10:00:00.000Z',
    message: { role: 'user', content: text },
  })
const write = (...lines: readonly string[]): Promise<void> => writeFile(path(), `${lines.join('\n')}\n`)

const states = async (): Promise<string[]> =>
  (await one.store.tasks.list())
    .map((task) => `${task.path.slice(one.folder.length + 1)} ${task.state} ${task.title}`)
    .toSorted()
const until = (...expected: readonly string[]): Promise<void> =>
  one.until(async () => JSON.stringify(await states()) === JSON.stringify(expected.toSorted()))
const findSnapshot = async (key: string): Promise<string | null | undefined> =>
  (await one.store.library.entries()).find((entry) => entry.path === `${path()}#${key}`)?.snapshotSha256

describe('subagents that lie in the file of their session', () => {
  it('are listed when that is read, each read for itself, and go and come back with it', async () => {
    await write(line('u', null, 'Go'), line('x', null, 'Do this'), line('y', null, 'Do that'))
    expect(await one.library.addFolder(one.folder)).toHaveLength(1)
    expect(await states()).toEqual(['main.jsonl found Go'])
    const leave = one.library.listen(() => undefined)
    const all = ['main.jsonl read Go', 'main.jsonl#x read Do this', 'main.jsonl#y read Do that']
    await until(...all)
    await rename(path(), join(one.folder, 'elsewhere'))
    await until(...all.map((state) => state.replace('read', 'gone')))
    await rename(join(one.folder, 'elsewhere'), path())
    await until(...all)
    leave()
  })

  it('are read again when they have changed, and gone when they were taken out', async () => {
    await write(line('u', null, 'Go'), line('x', null, 'Do this'), line('y', null, 'Do that'))
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    await until('main.jsonl read Go', 'main.jsonl#x read Do this', 'main.jsonl#y read Do that')
    const [x, y] = [await findSnapshot('x'), await findSnapshot('y')]
    await write(
      line('u', null, 'Go'),
      line('x', null, 'Do this'),
      line('y', null, 'Do that'),
      line('y2', 'y'),
      line('v', 'u'),
    )
    await one.until(async () => ![y, undefined].includes((await findSnapshot('y')) ?? undefined))
    expect(await findSnapshot('x')).toBe(x)
    await write(line('u', null, 'Go'), line('y', null, 'Do that'))
    await until('main.jsonl read Go', 'main.jsonl#x gone Do this', 'main.jsonl#y read Do that')
    leave()
  })

  it('are followed where one is opened by itself, without the others', async () => {
    await write(line('u', null, 'Go'), line('x', null, 'Do this'), line('y', null, 'Do that'))
    const input = { kind: 'path', path: `${path()}#x` } as const
    const read = await one.reader.read({ input, isSample: false, openedTs: 1, isPatient: false })
    const task = await one.store.tasks.summary(read.kind === 'read' ? read.taskId : '')
    if (task !== null) await one.library.noteOpened(task)
    expect(await states()).toEqual(['main.jsonl#x read Do this'])
    const leave = one.library.listen(() => undefined)
    await write(line('u', null, 'Go'), line('x', null, 'Do this'), line('x2', 'x', 'And that'))
    await one.until(async () => (await one.store.tasks.list())[0]?.messages === 2)
    expect(await states()).toEqual(['main.jsonl#x read Do this'])
    leave()
  })
})
