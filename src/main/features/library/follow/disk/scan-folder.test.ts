import { appendFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { makeLibrary, type TestLibrary } from '../testing/make-library.ts'

let one: TestLibrary
beforeEach(async () => {
  one = await makeLibrary()
})
afterEach(() => one.close())

const put = (name: string, content: unknown): Promise<void> =>
  writeFile(join(one.folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const listed = async (): Promise<readonly string[]> =>
  (await one.store.tasks.list()).map(({ path }) => path.slice(one.folder.length + 1)).toSorted()
const until = (names: readonly string[]): Promise<void> =>
  one.until(async () => {
    const now = await listed()
    return names.every((name) => now.includes(name))
  })

const transcript = (text: string): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: text,
    parentUuid: null,
    sessionId: 's',
    message: { role: 'user', content: text },
  })}\n`

describe('a session that is being written', () => {
  it('is read as far as its lines are whole, is said to grow, and is read on when they are', async () => {
    const [first, second] = [transcript('one'), transcript('two')]
    await put('s.jsonl', first + second.slice(0, 40))
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    const task = async (): Promise<TaskSummary | undefined> => (await one.store.tasks.list())[0]
    await one.until(async () => (await task())?.messages === 1)
    expect(await task()).toMatchObject({ isGrowing: true, agent: 'claude-code' })
    await appendFile(join(one.folder, 's.jsonl'), second.slice(40))
    await one.until(async () => (await task())?.messages === 2)
    const longAgo = new Date(Date.now() - 120_000)
    await utimes(join(one.folder, 's.jsonl'), longAgo, longAgo)
    await one.until(async () => (await task())?.isGrowing === false)
    leave()
  })
})

describe('files beside a session', () => {
  it('are part of it: a change of one has it read again', async () => {
    const session = { version: 1, sessionId: 's', agent: 'lead', messages: [{ role: 'user', content: 'x' }] }
    await put('s.messages.json', session)
    await one.library.addFolder(one.folder)
    const leave = one.library.listen(() => undefined)
    const title = async (): Promise<string | undefined> => (await one.store.tasks.list())[0]?.title
    await one.until(async () => (await title()) === 'x')
    await put('s.json', { metadata: { title: 'Named later' } })
    await one.until(async () => (await title()) === 'Named later')
    await put('s.json', { metadata: { title: 'Named anew' } })
    await one.until(async () => (await title()) === 'Named anew')
    expect(await listed()).toEqual(['s.messages.json'])
    leave()
  })
})

describe('a watched folder', () => {
  it('lists a file by what is in it, whether it was there before or came later', async () => {
    await put('package.json', { name: 'x' })
    await one.write('a', 'a')
    await one.library.addFolder(one.folder)
    expect(await listed()).toEqual(['a'])
    const leave = one.library.listen(() => undefined)
    await one.until(async () => (await one.store.tasks.list())[0]?.state === 'read')
    await put('package.json', { name: 'y' })
    await put('other.json', { name: 'x' })
    await put('notes.jsonl', '{"event":"x"}\n')
    await put('a/context_history.json', [])
    await put('s.jsonl', transcript('one'))
    await one.write('b', 'b')
    await until(['a', 'b', 's.jsonl'])
    await put('package.json', { name: 'z' })
    await put('t.jsonl', transcript('two'))
    await until(['t.jsonl'])
    expect(await listed()).toEqual(['a', 'b', 's.jsonl', 't.jsonl'])
    leave()
  })
})
