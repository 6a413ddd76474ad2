import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
